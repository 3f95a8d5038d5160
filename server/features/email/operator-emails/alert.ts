import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { openSmtp, type SmtpLine } from '../../../providers/email/smtp.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { configuredSender } from '../sender/configured.ts'
import { type Alert, alertDue, noteWaits } from './due.ts'
import { letterTo } from './letter.ts'
import { operatorEmailQueries } from './queries.ts'

/** Pause before another attempt, ms. */
const RETRY_MS = 5 * 60_000

/**
 * Emails an operator about visitors who wait while nobody is at the desk. A wait counts as told before the email is handed over, so
 * that it is told once; only one that the mail server has certainly refused is tried again, for as long as the visitor waits.
 * Without a mail server nobody gets any.
 * @returns the time to look again; undefined if there is nothing more to do
 */
export async function emailOperator(
  context: Context,
  operatorId: number,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, log, now, write } = context
  const later = () => new Date(now().getTime() + RETRY_MS)
  await write((tx) => noteWaits(tx, context, operatorId))
  const due = alertDue(context, operatorId)
  if (due === undefined || due instanceof Date) return due
  const sender = configuredSender(context)
  if (!sender) return undefined
  if ('fault' in sender) return later()
  let line: SmtpLine
  try {
    line = await openSmtp(onBehalfOf(context, null), sender.server, signal)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return signal.aborted ? undefined : later()
  }
  try {
    const alert = await write((tx) => {
      const still = alertDue(context, operatorId)
      if (still === undefined || still instanceof Date) return still
      for (const wait of still.waits) operatorEmailQueries(db).mark(tx, operatorId, wait, now())
      operatorEmailQueries(db).sent(tx, operatorId, now().getTime())
      return still
    })
    if (alert === undefined || alert instanceof Date) return alert
    const message = await letterTo(context, alert, sender.from)
    const outcome = await line.send(
      { from: sender.from, to: alert.operator.confirmed_email },
      message,
    )
    if (outcome.result !== 'refused') return now()
    log.warn({ operator: operatorId }, 'an email to an operator was refused')
    if (outcome.isFinal) return undefined
    await write((tx) => takeBack(context, tx, alert))
    return later()
  } finally {
    line.close()
  }
}

/** Tells about the waits another time. */
function takeBack({ db }: Context, tx: Tx, { operator, waits }: Alert): void {
  const queries = operatorEmailQueries(db)
  for (const wait of waits) {
    if (operator.mode === 'hourly') queries.mark(tx, operator.id, wait)
    else queries.forget(tx, operator.id, wait)
  }
  queries.sent(tx, operator.id, operator.sent_at)
}
