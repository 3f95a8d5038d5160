import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Text of a file in `electron/resources/linux`. */
export function resource(name: string): string {
  const folder = path.resolve(import.meta.dirname, '../../electron/resources/linux')
  return readFileSync(path.join(folder, name), 'utf8')
}
