import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'
import { connectionQueries } from './connection-queries.ts'
import { type SenderRow, senderQueries } from './senders/queries.ts'
import { recordSender } from './senders/save.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Interval at which the time of the last report is stored, ms. */
const HEARD_EVERY_MS = 60_000

const about = ({ user_id: userId, phone_number: subject }: SenderRow) =>
  ({ userId, kind: 'messenger_failed', subject }) as const

/** Creates the connection of a number, or restores it once the service has accepted its account. */
export function restoreConnection(tx: Tx, context: Needs, sender: SenderRow): void {
  connectionQueries(context.db).restore(tx, sender.id)
  dropNotice(tx, context, about(sender))
}

/** Records that the service reports; the first report shows that its webhook arrives. */
export function noteReport(tx: Tx, context: Needs, sender: SenderRow): void {
  const { db, now } = context
  const connections = connectionQueries(db)
  const before = connections.find(sender.id)
  if (!before || now().getTime() - (before.heard_at ?? 0) < HEARD_EVERY_MS) return
  connections.heard(tx, sender.id, now())
  if (before.heard_at === null) recordSender(tx, context, sender)
}

/** Records that the service no longer accepts the account of a number, which is not tried again until it is connected again. */
export function pauseConnection(tx: Tx, context: Needs, senderId: number, reason: Fault): void {
  const { db } = context
  const before = connectionQueries(db).find(senderId)
  if (!before || before.is_paused === 1) return
  connectionQueries(db).failed(tx, senderId, encodeFault(reason), true)
  senderQueries(db).setStatus(tx, senderId, 'offline')
  const sender = senderQueries(db).byId(senderId)!
  raiseNotice(tx, context, about(sender), reason)
  recordSender(tx, context, sender)
}

/** Records why the service does not serve a number at the moment; undefined if it does. A paused one stays so. */
export function noteTrouble(tx: Tx, context: Needs, sender: SenderRow, reason?: Fault): void {
  const { db } = context
  const before = connectionQueries(db).find(sender.id)
  const error = reason === undefined ? null : encodeFault(reason)
  if (!before || before.is_paused === 1 || before.error === error) return
  connectionQueries(db).failed(tx, sender.id, error, false)
  recordSender(tx, context, sender)
}
