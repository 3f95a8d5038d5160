import { chmodSync, existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { putInPlace } from '../durable.ts'
import { StartError } from '../errors.ts'

/** Says that there is data here: an empty or missing database beside it was lost, and is not a new beginning. */
const MARKER = 'initialised'

/** Makes the data folder, for its user only. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
}

/** Remembers that this folder holds data from now on. */
export function markInitialised(dataDir: string): void {
  const file = path.join(dataDir, MARKER)
  if (existsSync(file)) return
  const text =
    'This folder holds data of Parley. Without this file an empty or missing parley.db would be a new beginning.\n'
  writeFileSync(`${file}.partial`, text, { mode: 0o600 })
  putInPlace(`${file}.partial`, file)
}

/**
 * Refuses a database that is a link to somewhere else, and an empty or missing one where there has been one.
 * @throws StartError `damaged` or `not_a_database`; nothing was touched.
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
    `${file} is ${found ? 'empty' : 'missing'}, although there has been data. Parley does not begin anew in its place. To do so on purpose, delete ${path.join(dataDir, MARKER)} too.`,
  )
}
