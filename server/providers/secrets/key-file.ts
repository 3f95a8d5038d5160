import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { putInPlace } from '../../durable.ts'

/**
 * The text of a file that only its user can read, made on first use. A key that is there is never written over, and one
 * that is made is on the disk before anything is locked with it.
 */
export function keyFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.partial`, make(), { mode: 0o600 })
    putInPlace(`${file}.partial`, file)
  }
  return readFileSync(file, 'utf8')
}
