import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { MessengerSenderChange, NewMessengerSender } from '#contracts/messenger-senders.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { isActive } from '../../phone-numbers/present.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { isOfService } from '../address.ts'
import { arrivalQueries } from '../arrivals/queries.ts'
import { botQueries } from '../bots/queries.ts'
import { cloudQueries } from '../cloud/queries.ts'
import { connectionQueries } from '../connection-queries.ts'
import { presentSender } from './present.ts'
import { type SenderFields, type SenderRow, senderQueries } from './queries.ts'

type Needs = Pick<Context, 'channels' | 'db' | 'events' | 'now' | 'randomBytes'>

/** A number for a sender. */
type Line = Pick<SenderFields, 'phone_number_id' | 'phone_number' | 'status'>

/** Adds a validated sender, on the channel that new senders use. */
export function createSender(
  tx: Tx,
  context: Needs,
  userId: number,
  sent: NewMessengerSender,
): SenderRow {
  const { channels, db, now, randomBytes } = context
  const { name: channel, newSender } = channels.current
  const sender = {
    ...lineOf(context, userId, sent)!,
    display_name: sent.display_name,
    assistant_id: sent.assistant_id ?? null,
    read_receipts_webhook_url: sent.read_receipts_webhook_url ?? null,
    user_id: userId,
    channel,
    quality_rating: newSender.quality,
    messaging_limit: newSender.limit,
    created_at: now().getTime(),
  }
  const row = senderQueries(db).insert(tx, sender, randomBytes(32).toString('base64url'))
  return recordSender(tx, context, row)
}

/** Changes a sender to validated values; fields that are not sent are kept. */
export function updateSender(
  tx: Tx,
  context: Needs,
  row: SenderRow,
  sent: MessengerSenderChange,
): SenderRow {
  const line = lineOf(context, row.user_id, sent) ?? {
    phone_number_id: row.phone_number_id,
    phone_number: row.phone_number,
    status: row.status,
  }
  const changed = senderQueries(context.db).update(tx, row.id, {
    ...line,
    display_name: sent.display_name ?? row.display_name,
    assistant_id: sent.assistant_id === undefined ? row.assistant_id : sent.assistant_id,
    read_receipts_webhook_url:
      sent.read_receipts_webhook_url === undefined
        ? row.read_receipts_webhook_url
        : sent.read_receipts_webhook_url,
  })
  return recordSender(tx, context, changed)
}

/** Deletes a sender; its conversations are kept. */
export function deleteSender(tx: Tx, context: Needs, { id, user_id: userId }: SenderRow): void {
  const { db, events, now } = context
  senderQueries(db).remove(tx, id, now())
  botQueries(db).remove(tx, id)
  cloudQueries(db).remove(tx, id)
  connectionQueries(db).remove(tx, id)
  arrivalQueries(db).removeAll(tx, id)
  events.record(tx, { userId, type: 'messenger_sender.deleted', payload: { id } })
}

/** Publishes a sender to the desk. */
export function recordSender(tx: Tx, { events }: Pick<Needs, 'events'>, row: SenderRow): SenderRow {
  events.record(tx, {
    userId: row.user_id,
    type: 'messenger_sender.saved',
    payload: presentSender(row),
  })
  return row
}

/** The number that was sent; undefined if none was, or none that can be used. */
function lineOf(
  { db, now }: Pick<Needs, 'db' | 'now'>,
  userId: number,
  { phone_number_id: id, phone_number: text }: MessengerSenderChange,
): Line | undefined {
  if (id !== undefined) {
    const number = phoneNumberQueries(db).find(userId, id)
    const parsed = number && parseOwnNumber(number.phone_number)
    if (!parsed) return undefined
    const status = isActive(number, now()) ? 'online' : 'offline'
    return { phone_number_id: id, phone_number: parsed.e164, status }
  }
  const parsed = text === undefined ? undefined : parseOwnNumber(text)
  if (!parsed) return undefined
  return { phone_number_id: null, phone_number: parsed.e164, status: 'online' }
}

/** Validates rules that a schema cannot express, for a new sender or a change to an existing one. */
export function senderFaults(
  context: Pick<Needs, 'db' | 'now'>,
  userId: number,
  sent: Partial<MessengerSenderChange>,
  existing?: SenderRow,
): FieldFaults {
  const faults: FieldFaults = {}
  const { phone_number_id: id, phone_number: number, assistant_id: assistant } = sent
  const field = id === undefined ? 'phone_number' : 'phone_number_id'
  if (existing && isOfService(existing) && (id !== undefined || number !== undefined))
    faults[field] = [fault('fixed_by_service')]
  const line = lineOf(context, userId, sent)
  if (id !== undefined && !line) faults[field] = [fault('not_selectable')]
  if (number !== undefined && !parseOwnNumber(number))
    faults['phone_number'] = [fault('not_international')]
  else if (!line && !existing && !('phone_number' in sent) && !('phone_number_id' in sent))
    faults['phone_number'] = [fault('required')]
  const isUsed =
    line && senderQueries(context.db).isUsed(userId, line.phone_number, existing?.id ?? 0)
  if (isUsed) faults[field] = [fault('taken')]
  if (typeof assistant === 'number' && !assistantQueries(context.db).has(userId, assistant))
    faults['assistant_id'] = [fault('not_selectable')]
  return faults
}
