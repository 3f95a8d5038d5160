import type { Context } from '../../context.ts'
import { releaseNumber } from '../assistants/number.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

/** Deletes a number. Assistants lose it; what was sent or called from it stays as it was. */
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
