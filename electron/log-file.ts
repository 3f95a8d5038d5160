import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { redacted } from './redact.ts'

/** A log file of limited size. */
export interface LogFile {
  append(text: string): void
  /** The last lines, oldest first. */
  tail(lines: number): string[]
}

/** Size at which a file is rotated, bytes, and the number of rotated files to keep. */
const MAX_BYTES = 1_000_000
const MAX_ROTATED = 3

/** Writes a log with secrets redacted: `name.log`, with older parts in `name.1.log` and so on. */
export function createLogFile(file: () => string): LogFile {
  const older = (age: number) => file().replace(/\.log$/, age === 0 ? '.log' : `.${age}.log`)

  function rotate(): void {
    if ((statSync(file(), { throwIfNoEntry: false })?.size ?? 0) < MAX_BYTES) return
    for (let age = MAX_ROTATED - 1; age >= 0; age--) {
      if (statSync(older(age), { throwIfNoEntry: false })) renameSync(older(age), older(age + 1))
    }
  }

  return {
    append(text) {
      try {
        mkdirSync(path.dirname(file()), { recursive: true })
        rotate()
        appendFileSync(file(), redacted(text), { mode: 0o600 })
      } catch {
        // A full disk must not cause a second failure.
      }
    },
    tail(lines) {
      try {
        return readFileSync(file(), 'utf8').trimEnd().split('\n').slice(-lines)
      } catch {
        return []
      }
    },
  }
}
