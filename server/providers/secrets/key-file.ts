import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { replaceFile } from '../../durable.ts'

/**
 * Reads a file that only its user can access, creating it on first use. An existing key is never overwritten, and a new one is
 * durable before anything is encrypted with it.
 */
export function keyFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.partial`, make(), { mode: 0o600 })
    replaceFile(`${file}.partial`, file)
  }
  return readFileSync(file, 'utf8')
}
