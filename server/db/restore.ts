import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../durable.ts'
import { FILE_FOLDERS } from './copies/store.ts'

/*
 * Data is replaced in three steps: the new data is staged and checked; a plan, written atomically, marks it as
 * complete; then names are exchanged. Each start continues where an interrupted one stopped.
 */

const Plan = z.object({ replaced: z.string().regex(/^replaced-[\w-]+$/) })
const PLAN = 'plan.json'

/** The database and its side files, which belong together. */
const DATABASE = ['parley.db', 'parley.db-wal', 'parley.db-shm'] as const

/** Staging folder of the replacement data. */
export const stagingOf = (dataDir: string): string => path.join(dataDir, 'restoring')

/** Creates an empty staging folder. */
export function newStaging(dataDir: string): string {
  const staging = stagingOf(dataDir)
  rmSync(staging, { recursive: true, force: true })
  for (const name of FILE_FOLDERS)
    mkdirSync(path.join(staging, name), { recursive: true, mode: 0o700 })
  return staging
}

/** Marks the staged data as complete; it replaces the current data at the next start. */
export function planRestore(dataDir: string, now: Date): void {
  const staging = stagingOf(dataDir)
  for (const name of FILE_FOLDERS) syncFolder(path.join(staging, name))
  const replaced = `replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const plan = path.join(staging, PLAN)
  writeFileSync(`${plan}.partial`, JSON.stringify({ replaced }), { mode: 0o600 })
  replaceFile(`${plan}.partial`, plan)
}

/**
 * Replaces the data by complete staged data; deletes incomplete staged data.
 * @returns the folder of the replaced data
 */
export function applyPlannedRestore(dataDir: string): string | undefined {
  const staging = stagingOf(dataDir)
  if (!existsSync(staging)) return undefined
  const plan = path.join(staging, PLAN)
  if (!existsSync(plan)) {
    rmSync(staging, { recursive: true, force: true })
    return undefined
  }
  const { replaced } = Plan.parse(JSON.parse(readFileSync(plan, 'utf8')))
  const old = path.join(dataDir, replaced)
  mkdirSync(old, { recursive: true, mode: 0o700 })
  exchange(dataDir, staging, old, DATABASE)
  for (const name of FILE_FOLDERS) exchange(dataDir, staging, old, [name])
  for (const folder of [old, dataDir]) syncFolder(folder)
  rmSync(staging, { recursive: true, force: true })
  return old
}

/** The first name is moved last and marks the exchange as pending: until then, whatever is in its place is old. */
function exchange(dataDir: string, staging: string, old: string, names: readonly string[]): void {
  const [first] = names as [string]
  if (!existsSync(path.join(staging, first))) return
  for (const name of names) {
    if (existsSync(path.join(dataDir, name)))
      renameSync(path.join(dataDir, name), path.join(old, name))
  }
  renameSync(path.join(staging, first), path.join(dataDir, first))
}
