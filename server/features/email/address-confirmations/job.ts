import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import { confirmationQueries } from './queries.ts'
import { sendConfirmation } from './send.ts'

/** Pause before another attempt, ms. */
const RETRY_MS = 5 * 60_000

/**
 * Asks an operator to confirm their new address, by one email.
 * @returns the time of another attempt; undefined if there is nothing more to do
 */
export async function askForConfirmation(
  context: Context,
  { operator_id: id, language, until }: JobPayload<'email.confirm'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, now } = context
  if (confirmationQueries(db).isOpen(id, now())) return undefined
  const { isTemporary } = await sendConfirmation(context, id, language, signal)
  const again = now().getTime() + RETRY_MS
  return isTemporary && again < until ? new Date(again) : undefined
}
