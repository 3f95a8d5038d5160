import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentChange } from './present.ts'
import { type OperatorRow, operatorQueries } from './queries.ts'

/** Time for which an email that asks to confirm an address is tried to be sent, ms. */
const TRIED_MS = 24 * 3_600_000

/** Queues the email that asks an operator to confirm an address they did not have before. */
export function askToConfirm(
  tx: Tx,
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  before: Pick<OperatorRow, 'email'>,
  { id, email, confirmed_email }: OperatorRow,
  language: string,
): void {
  if (email === null || email === before.email || email === confirmed_email) return
  const until = now().getTime() + TRIED_MS
  jobs.add(tx, {
    kind: 'email.confirm',
    payload: { operator_id: id, language, until },
    lane: `email-confirmation:${id}`,
  })
}

/** Confirms an operator's address, to which a secret that they have returned was sent; does nothing if it is another one by now. */
export function confirmAddress(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  { userId, operatorId }: { readonly userId: number; readonly operatorId: number },
  email: string,
): void {
  const operators = operatorQueries(db)
  if (!operators.confirmEmail(tx, operatorId, email)) return
  const payload = presentChange(operators.ofUser(userId, operatorId)!)
  events.record(tx, { userId, type: 'operator.updated', payload })
}
