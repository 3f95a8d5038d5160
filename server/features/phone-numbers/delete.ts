import type { Context } from '../../context.ts'
import { releaseNumber } from '../assistants/number.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

/** Deletes a number. It is removed from assistants; messages and calls from it are unchanged. */
export async function deleteNumber(
  context: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  { id, user_id }: PhoneNumberRow,
): Promise<void> {
  const { db, write } = context
  await write((tx) => {
    releaseNumber(tx, context, user_id, id)
    phoneNumberQueries(db).remove(tx, id)
  })
}
