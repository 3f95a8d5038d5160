import { chmodSync, existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { replaceFile } from '../durable.ts'
import { StartError } from '../errors.ts'

/** Marks a folder that has held data: a missing or empty database there means data loss, not a new installation. */
const MARKER = 'initialised'

/** Creates the data folder with access for its user only. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
}

/** Marks this folder as holding data. */
export function markInitialised(dataDir: string): void {
  const file = path.join(dataDir, MARKER)
  if (existsSync(file)) return
  const text =
    'This folder holds data of Parley. Without this file an empty or missing parley.db would be a new beginning.\n'
  writeFileSync(`${file}.partial`, text, { mode: 0o600 })
  replaceFile(`${file}.partial`, file)
}

/**
 * Rejects a database that is a symbolic link, and a missing or empty one where data existed before.
 * @throws StartError `damaged` or `not_a_database`; nothing was touched
 */
export function assertDataThere(dataDir: string): void {
  const file = path.join(dataDir, 'parley.db')
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new StartError(
      'not_a_database',
      `${file} is no file of its own; Parley leaves it as it is.`,
    )
  const bytes = found ? statSync(file).size : 0
  if (bytes > 0 || !existsSync(path.join(dataDir, MARKER))) return
  throw new StartError(
    'damaged',
    `${file} is ${found ? 'empty' : 'missing'}, although there has been data. Parley does not start over in its place. To do so on purpose, delete ${path.join(dataDir, MARKER)} too.`,
  )
}
