import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CrashPointName } from './crash-points.ts'

/** Crash point at which a process died, and the `webhook-id` it was about, if known. */
export interface Death {
  readonly at: CrashPointName
  readonly id: string | null
}

const fileOf = (folder: string): string => path.join(folder, 'deaths.log')

/** Records a death, right before it happens. */
export function recordDeath(folder: string, death: Death): void {
  appendFileSync(fileOf(folder), `${JSON.stringify(death)}\n`)
}

/** All deaths in a folder, in order. */
export function deathsOf(folder: string): Death[] {
  const file = fileOf(folder)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Death)
}
