import type { SmsStatus } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import type { SmsRow } from './present.ts'

/** A stored text message: times in ms, money in micro-dollars. */
export interface StoredSms extends SmsRow {
  readonly from_number: string
  /** Two-letter code; null for messages older than this column. */
  readonly to_country: string | null
  /** Name of the provider that was given the message. */
  readonly provider: string
  /** 1 once the request may have been sent. */
  readonly is_attempted: number
  readonly error: StoredFault | null
}

/** A message about to be sent. */
export interface NewSms {
  readonly userId: number
  readonly phoneNumberId: number
  readonly from: string
  readonly to: string
  /** Two-letter code. */
  readonly country: string
  readonly body: string
  readonly segments: number
  readonly segmentPrice: number
  readonly provider: string
  readonly now: number
}

/** State of a message after a change. */
export interface SmsChange {
  readonly id: number
  readonly status: SmsStatus
  readonly sid: string | null
  readonly segments: number
  readonly totalCost: number
  readonly error: StoredFault | null
  readonly now: number
}

/** A provider's id for a message, and the message it may belong to. */
interface Sid {
  readonly id: number
  readonly provider: string
  readonly sid: string
}

type Twin = Pick<NewSms, 'userId' | 'phoneNumberId' | 'to' | 'body'>

/** All SQL for single text messages. */
export const smsQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewSms], StoredSms>(`
    INSERT INTO sms_messages (
      user_id, phone_number_id, from_number, to_number, to_country, body, segments, segment_price, total_cost, status,
      provider, created_at, updated_at
    ) VALUES (
      :userId, :phoneNumberId, :from, :to, :country, :body, :segments, :segmentPrice, :segments * :segmentPrice,
      'queued', :provider, :now, :now
    ) RETURNING *
  `)
  const find = sql.read<[number], StoredSms>('SELECT * FROM sms_messages WHERE id = ?')
  const attempt = sql.write<[number]>('UPDATE sms_messages SET is_attempted = 1 WHERE id = ?')
  const change = sql.write<[SmsChange], StoredSms>(`
    UPDATE sms_messages SET
      status = :status, sms_sid = coalesce(:sid, sms_sid), segments = :segments, total_cost = :totalCost,
      error = :error, updated_at = :now
    WHERE id = :id RETURNING *
  `)
  const queued = sql.read<[], StoredSms>(
    "SELECT * FROM sms_messages WHERE status = 'queued' ORDER BY id",
  )
  const openIds = sql
    .read<[number], number>(
      "SELECT id FROM sms_messages WHERE user_id = ? AND status IN ('queued', 'unknown')",
    )
    .pluck()
  const unknownTwin = sql
    .read<[Twin], number>(`
      SELECT id FROM sms_messages
      WHERE status = 'unknown' AND user_id = :userId AND phone_number_id = :phoneNumberId
        AND to_number = ${hidden(':to')} AND body = ${hidden(':body')}
      ORDER BY id DESC LIMIT 1
    `)
    .pluck()

  const isTaken = sql
    .read<[Sid], number>(
      'SELECT 1 FROM sms_messages WHERE provider = :provider AND sms_sid = :sid AND id <> :id LIMIT 1',
    )
    .pluck()
  const bySid = sql.read<[string, string], StoredSms>(
    'SELECT * FROM sms_messages WHERE provider = ? AND sms_sid = ? ORDER BY id LIMIT 1',
  )
  const isInFlight = sql
    .read<[StoredSms], number>(`
      SELECT 1 FROM sms_messages
      WHERE to_number = :to_number AND from_number = :from_number AND status = 'queued' AND provider = :provider
        AND body = ${hidden(':body')} AND id <> :id LIMIT 1
    `)
    .pluck()

  return {
    insert: (tx: Tx, message: NewSms) => insert.get(tx, message)!,
    find: (id: number) => find.get(id),
    /** Records that the request may be sent from now on. */
    attempt: (tx: Tx, id: number) => attempt.run(tx, id),
    change: (tx: Tx, change_: SmsChange) => change.get(tx, change_)!,
    /** All queued messages. */
    queued: () => queued.all(),
    /** Ids of an account's messages whose money is still reserved. */
    openIds: (userId: number) => openIds.all(userId),
    /** Reports whether another message has this provider id. */
    isTaken: (sid: Sid) => isTaken.get(sid) !== undefined,
    /** The message with a given provider id. */
    bySid: (provider: string, sid: string) => bySid.get(provider, sid),
    /** Reports whether an identical message is being sent right now. */
    isInFlight: (message: StoredSms) => isInFlight.get(message) !== undefined,
    /** The newest identical message whose outcome is unknown. */
    unknownTwin: (twin: Twin) => unknownTwin.get(twin),
  }
})
