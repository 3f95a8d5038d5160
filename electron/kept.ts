import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'

/** Something small that outlives the app, in a JSON file of its own. */
export interface Kept<value> {
  /** Last saved value; undefined where there is none or it cannot be read. */
  read(): value | undefined
  /** False where it cannot be written. */
  write(value: value): boolean
}

/** Keeps a value in a file. A file that somebody broke counts as not there. */
export function createKept<value>(file: () => string, schema: z.ZodType<value>): Kept<value> {
  return {
    read() {
      try {
        return schema.parse(JSON.parse(readFileSync(file(), 'utf8')))
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        mkdirSync(path.dirname(file()), { recursive: true })
        writeFileSync(`${file()}.new`, JSON.stringify(value), { mode: 0o600 })
        renameSync(`${file()}.new`, file())
        return true
      } catch {
        return false
      }
    },
  }
}
