import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StartError } from '../../errors.ts'
import { connect } from '../connect.ts'

/**
 * Checks a database without changing it, before it is opened for writing: every page if it is at most `lookedAtBytes` large.
 * `lookThrough` checks larger ones once the server is running.
 * @throws StartError `damaged` or `not_a_database`
 */
export function assertIntact(file: string, lookedAtBytes: number): void {
  const { size } = statSync(file)
  if (size === 0) return
  const damaged = `${file} is damaged; Parley leaves it as it is.`
  try {
    const db = connect(file, { readonly: true, fileMustExist: true })
    try {
      if (size > lookedAtBytes) db.prepare('SELECT count(*) FROM sqlite_schema').get()
      else if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
        throw new StartError('damaged', damaged)
    } finally {
      db.close()
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    if (error.code === 'SQLITE_NOTADB')
      throw new StartError(
        'not_a_database',
        `${file} is not a database; Parley leaves it as it is.`,
      )
    if (error.code.startsWith('SQLITE_CORRUPT')) throw new StartError('damaged', damaged)
    // Other reasons why it cannot be read are reported when it is opened.
  }
}
