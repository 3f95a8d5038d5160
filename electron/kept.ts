import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'

/** A small value that outlives the app, in its own JSON file. */
export interface Kept<value> {
  /** Last saved value; undefined if it is missing or unreadable. */
  read(): value | undefined
  /** False if the file cannot be written. */
  write(value: value): boolean
}

/** Stores a value in a file. An invalid file counts as missing. */
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
