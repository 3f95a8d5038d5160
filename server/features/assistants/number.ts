import Database from 'better-sqlite3'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { changeAssistant } from './change.ts'
import { assistantQueries } from './queries.ts'

/**
 * Runs a write that may assign a number.
 * @throws InvalidFields if another inbound assistant has the number; the database decides races
 */
export function claimingNumber<result>(write: () => result): result {
  try {
    return write()
  } catch (error) {
    throw isTaken(error) ? new InvalidFields({ phone_number_id: [fault('number_taken')] }) : error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
  error.message.includes('phone_number_id')

/** Releases a number from the assistants that use it. */
export function releaseNumber(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  userId: number,
  numberId: number,
): void {
  for (const assistant of assistantQueries(context.db).withNumber(userId, numberId)) {
    changeAssistant(tx, context, assistant, { phone_number_id: null })
  }
}
