import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type MailedOperator, operatorEmailQueries, type Wait } from './queries.ts'

type Needs = Pick<Context, 'attendance' | 'db' | 'now'>

/** An email to an operator, and the waits it is about: one, unless they get them by the hour. */
export interface Alert {
  readonly operator: MailedOperator & {
    readonly confirmed_email: string
    readonly mode: NonNullable<MailedOperator['mode']>
  }
  readonly waits: readonly [Wait, ...Wait[]]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Time that a visitor has waited before an operator gets an email, ms: somebody may be about to answer. */
const PATIENCE = MINUTE

/** Maximum emails to one operator within an hour. */
const MAX_PER_HOUR = 10

/** Maximum waits in one email. */
const MAX_WAITS = 20

/**
 * Notes which waits the next digest of an operator is about: a visitor who has given up by then has waited all the same. Whoever comes
 * to the desk sees them there.
 */
export function noteWaits(tx: Tx, context: Needs, operatorId: number): void {
  const { db, now } = context
  const queries = operatorEmailQueries(db)
  const operator = queries.operator(operatorId)
  if (operator?.mode !== 'hourly') return
  if (isAttended(context, operator)) {
    queries.forgetPending(tx, operatorId)
    return
  }
  const before = now().getTime() - PATIENCE
  for (const wait of queries.waits(operator.user_id, operatorId, MAX_WAITS))
    if (wait.since <= before) queries.mark(tx, operatorId, wait)
}

const isAttended = ({ attendance }: Needs, { user_id }: MailedOperator): boolean =>
  attendance.of(user_id).some(({ status }) => status === 'available')

/**
 * Decides whether an operator gets an email now. Reads only, so that it can be asked inside a transaction.
 * @returns the email, the time to look again, or undefined if there is nothing to tell
 */
export function alertDue(context: Needs, operatorId: number): Alert | Date | undefined {
  const { db, now } = context
  const queries = operatorEmailQueries(db)
  const operator = queries.operator(operatorId)
  if (!operator || operator.confirmed_email === null || operator.mode === null) return undefined
  const { confirmed_email, mode, user_id: userId } = operator
  const time = now().getTime()
  const [longest] = queries.waits(userId, operatorId, 1)
  const [noted, ...others] = mode === 'hourly' ? queries.pending(operatorId, MAX_WAITS) : []
  const first = noted ?? longest
  if (!first) return undefined
  const young = longest && longest.since + PATIENCE > time ? longest.since + PATIENCE : undefined
  if (isAttended(context, operator)) return new Date(young ?? time + MINUTE)
  const at = noted ? nextDigest(operator) : nextEmail(context, operatorId, young)
  if (at > time) return new Date(Math.min(at, young ?? at))
  return { operator: { ...operator, confirmed_email, mode }, waits: [first, ...others] }
}

const nextDigest = ({ sent_at: sentAt }: MailedOperator): number =>
  sentAt === null ? 0 : sentAt + HOUR

/** Time of the next email about a single visitor, ms. */
function nextEmail({ db, now }: Needs, operatorId: number, young: number | undefined): number {
  if (young !== undefined) return young
  const time = now().getTime()
  const isTooMany = operatorEmailQueries(db).sentSince(operatorId, time - HOUR) >= MAX_PER_HOUR
  return isTooMany ? time + 10 * MINUTE : time
}
