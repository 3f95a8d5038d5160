import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { putInPlace, syncFolder } from '../durable.ts'
import { FILE_FOLDERS } from './copies/store.ts'

/*
 * The data is replaced in three steps: everything new is gathered in a folder and checked; a plan, written in one stroke,
 * says that it is complete; then names change. Whoever starts next goes on from wherever the last one died.
 */

const Plan = z.object({ replaced: z.string().regex(/^replaced-[\w-]+$/) })
const PLAN = 'plan.json'

/** The database with its side files: they belong together, and to nothing else. */
const DATABASE = ['parley.db', 'parley.db-wal', 'parley.db-shm'] as const

/** Staging folder of the data that replaces the current one. */
export const stagingOf = (dataDir: string): string => path.join(dataDir, 'restoring')

/** An empty folder to gather it in. */
export function newStaging(dataDir: string): string {
  const staging = stagingOf(dataDir)
  rmSync(staging, { recursive: true, force: true })
  for (const name of FILE_FOLDERS)
    mkdirSync(path.join(staging, name), { recursive: true, mode: 0o700 })
  return staging
}

/** Says that what was gathered is complete and takes the place of the data at the next start. */
export function planRestore(dataDir: string, now: Date): void {
  const staging = stagingOf(dataDir)
  for (const name of FILE_FOLDERS) syncFolder(path.join(staging, name))
  const replaced = `replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const plan = path.join(staging, PLAN)
  writeFileSync(`${plan}.partial`, JSON.stringify({ replaced }), { mode: 0o600 })
  putInPlace(`${plan}.partial`, plan)
}

/**
 * Puts what was gathered in the place of the data, if it is complete; what is not is thrown away.
 * @returns the folder that has the old data now
 */
export function carryOutRestore(dataDir: string): string | undefined {
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

/** The first name is moved last and shows what is still to be done: while it waits, whatever is in its place is old. */
function exchange(dataDir: string, staging: string, old: string, names: readonly string[]): void {
  const [first] = names as [string]
  if (!existsSync(path.join(staging, first))) return
  for (const name of names) {
    if (existsSync(path.join(dataDir, name)))
      renameSync(path.join(dataDir, name), path.join(old, name))
  }
  renameSync(path.join(staging, first), path.join(dataDir, first))
}
