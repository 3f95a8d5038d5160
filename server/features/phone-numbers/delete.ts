import type { Context } from '../../context.ts'
import { releaseNumber } from '../assistants/number.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

/** Deletes a number. Assistants lose it; what was sent or called from it stays as it was. */
export function deleteNumber(
  context: Pick<Context, 'db' | 'events' | 'now'>,
  { id, user_id }: PhoneNumberRow,
): void {
  const { db } = context
  db.transaction(() => {
    releaseNumber(context, user_id, id)
    phoneNumberQueries(db).remove(id)
  })()
}
