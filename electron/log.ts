import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'

/** A longer log is begun anew, bytes. */
const LONGEST = 1_000_000

/** Writes down what went wrong in the main process, where a person can find it afterwards. */
export function logProblem(problem: unknown): void {
  console.error(problem)
  const text = problem instanceof Error ? problem.stack : String(problem)
  const file = path.join(app.getPath('logs'), 'main.log')
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LONGEST) rmSync(file)
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 })
  } catch {
    // A full disk is no reason to fail twice.
  }
}
