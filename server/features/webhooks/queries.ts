import type { DeliveryStatus, WebhookEvent } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A stored delivery. Times in ms. */
export interface StoredDelivery {
  readonly id: number
  readonly message_id: string
  readonly user_id: number
  readonly kind: WebhookEvent
  readonly is_test: number
  readonly assistant_id: number | null
  readonly conversation_id: number | null
  readonly call_id: number | null
  /** The messenger sender whose secret signs it too. */
  readonly sender_id: number | null
  readonly url: string
  readonly host: string
  readonly payload: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly next_attempt_at: number | null
  readonly last_attempt_at: number | null
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: StoredFault | null
  readonly duration_ms: number | null
  readonly created_at: number
}

/** A delivery with the public id of its conversation. */
export interface DeliveryRow extends StoredDelivery {
  readonly conversation_uuid: string | null
}

export interface NewDelivery {
  readonly messageId: string
  readonly userId: number
  readonly kind: WebhookEvent
  readonly isTest: 0 | 1
  readonly assistantId: number | null
  readonly conversationId: number | null
  readonly callId: number | null
  readonly senderId?: number | null
  readonly url: string
  readonly payload: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: number | null
  readonly now: number
}

/** Result of an attempt. Times in ms. */
export interface Outcome {
  readonly id: number
  readonly status: DeliveryStatus
  readonly nextAttemptAt: number | null
  readonly attemptedAt: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
  readonly error: StoredFault | null
  readonly durationMs: number
}

/** Filter of failed deliveries; null matches everything. */
export interface ReplayFilter {
  readonly kind: WebhookEvent | null
  readonly assistantId: number | null
  readonly url: string | null
}

/** Columns of every query for deliveries. */
export const DELIVERY_COLUMNS = `
  webhook_deliveries.*,
  (SELECT uuid FROM conversations WHERE conversations.id = webhook_deliveries.conversation_id) AS conversation_uuid
`
const DELIVERY = `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries`

/** Condition for deliveries to a disabled address. */
const ENDPOINT_IS_DISABLED = `EXISTS (
  SELECT 1 FROM webhook_endpoints AS gone
  WHERE gone.user_id = webhook_deliveries.user_id AND gone.url = webhook_deliveries.url AND gone.disabled_at IS NOT NULL
)`

const AS_PENDING = "status = 'pending', attempts = 0, next_attempt_at = :now, updated_at = :now"

/** All SQL for single deliveries. */
export const webhookQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewDelivery & { senderId: number | null }]>(`
    INSERT INTO webhook_deliveries (
      message_id, user_id, kind, is_test, assistant_id, conversation_id, call_id, sender_id, url, payload, status,
      next_attempt_at, created_at, updated_at
    ) VALUES (
      :messageId, :userId, :kind, :isTest, :assistantId, :conversationId, :callId, :senderId, :url, :payload, :status,
      :nextAttemptAt, :now, :now
    )
  `)
  const find = sql.read<[number], DeliveryRow>(`${DELIVERY} WHERE id = ${hidden('?')}`)
  const ofUser = sql.read<[string, number], DeliveryRow>(
    `${DELIVERY} WHERE message_id = ${hidden('?')} AND +user_id = ${hidden('?')}`,
  )
  const replay = sql.write<[{ id: number; now: number }]>(
    `UPDATE webhook_deliveries SET ${AS_PENDING} WHERE id = :id AND status NOT IN ('preparing', 'pending')`,
  )
  const replayFailed = sql.write<[object], { id: number; url: string }>(`
    UPDATE webhook_deliveries SET ${AS_PENDING}
    WHERE user_id = :userId AND is_failed = 1 AND is_test = 0 AND kind <> 'inbound_call'
      AND ifnull(:kind, kind) = kind AND ifnull(:url, url) = url
      AND (:assistantId IS NULL OR assistant_id = (SELECT id FROM assistants WHERE id = :assistantId AND deleted_at IS NULL))
    RETURNING id, url
  `)
  const ofConversation = sql.read<[number], DeliveryRow>(
    `${DELIVERY} WHERE conversation_id = ? ORDER BY id DESC LIMIT 100`,
  )
  const idsOfConversation = sql
    .read<[number], number>('SELECT id FROM webhook_deliveries WHERE conversation_id = ?')
    .pluck()
  const ofCall = sql.read<[number], DeliveryRow>(
    `${DELIVERY} WHERE call_id = ? ORDER BY id DESC LIMIT 100`,
  )
  const complete = sql
    .write<[{ id: number; payload: string; now: number }], number>(`
      UPDATE webhook_deliveries SET
        payload = :payload, updated_at = :now,
        status = iif(${ENDPOINT_IS_DISABLED}, 'disabled', 'pending'),
        next_attempt_at = iif(${ENDPOINT_IS_DISABLED}, NULL, :now)
      WHERE id = :id AND status = 'preparing' RETURNING id
    `)
    .pluck()
  const attempted = sql.write<[Outcome]>(`
    UPDATE webhook_deliveries SET
      status = :status, attempts = attempts + 1, next_attempt_at = :nextAttemptAt, last_attempt_at = :attemptedAt,
      response_status = :responseStatus, response_body = :responseBody, error = :error, duration_ms = :durationMs,
      updated_at = :attemptedAt
    WHERE id = :id AND (status = 'pending' OR status = 'disabled' AND :status = 'delivered')
  `)
  const hasSubject = sql
    .read<[object], number>(`
      SELECT (:conversationId IS NULL OR EXISTS (SELECT 1 FROM conversations WHERE id = :conversationId))
        AND (:callId IS NULL OR EXISTS (SELECT 1 FROM calls WHERE id = :callId))
    `)
    .pluck()

  return {
    insert: (tx: Tx, delivery: NewDelivery) =>
      Number(insert.run(tx, { senderId: null, ...delivery }).lastInsertRowid),
    find: (id: number) => find.get(id),
    ofUser: (userId: number, messageId: string) => ofUser.get(messageId, userId),
    /** Restarts a delivery's schedule; false if it is still in progress. */
    replay: (tx: Tx, id: number, now: Date) =>
      replay.run(tx, { id, now: now.getTime() }).changes === 1,
    /** The same for all failed deliveries that match. */
    replayFailed: (tx: Tx, userId: number, filter: ReplayFilter, now: Date) =>
      replayFailed.all(tx, { ...filter, userId, now: now.getTime() }),
    /** The deliveries about a conversation, newest first. */
    ofConversation: (conversationId: number) => ofConversation.all(conversationId),
    idsOfConversation: (conversationId: number) => idsOfConversation.all(conversationId),
    /** The deliveries about a call, newest first. */
    ofCall: (callId: number) => ofCall.all(callId),
    /** Sets the payload of a prepared delivery; false if it was not being prepared. */
    complete: (tx: Tx, id: number, payload: string, now: Date) =>
      complete.get(tx, { id, payload, now: now.getTime() }) !== undefined,
    /** Records the result of an attempt; false if the delivery must not be sent any more. */
    attempted: (tx: Tx, outcome: Outcome) => attempted.run(tx, outcome).changes === 1,
    /** True when the conversation or call that a webhook is about still exists. */
    hasSubject: (subject: { conversationId: number | null; callId: number | null }) =>
      hasSubject.get(subject) === 1,
  }
})
