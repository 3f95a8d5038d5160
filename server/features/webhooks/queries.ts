import type { DeliveryStatus, WebhookDelivery } from '#contracts/webhooks.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Slice } from '../../http/pagination.ts'

export type WebhookKind = WebhookDelivery['event']

export interface DeliveryRow {
  readonly id: number
  readonly message_id: string
  readonly user_id: number
  readonly kind: WebhookKind
  readonly conversation_id: number | null
  readonly call_id: number | null
  readonly url: string
  readonly payload: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly next_attempt_at: number | null
  readonly last_attempt_at: number | null
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly duration_ms: number | null
  readonly created_at: number
}

interface NewDelivery {
  readonly messageId: string
  readonly userId: number
  readonly kind: WebhookKind
  readonly conversationId: number | null
  readonly callId: number | null
  readonly url: string
  readonly payload: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: number | null
  readonly now: number
}

/** What the list of deliveries can be narrowed to; null is everything. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly kind: WebhookKind | null
}

/** What one attempt came to, and what comes of it. Times in ms. */
export interface AttemptRow {
  readonly id: number
  readonly status: DeliveryStatus
  readonly nextAttemptAt: number | null
  readonly attemptedAt: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
  readonly error: string | null
  readonly durationMs: number
}

export interface SecretRow {
  readonly secret: string
  readonly previous: string | null
  readonly previous_until: number | null
}

/** Whether the address of a delivery is to be sent nothing more. */
const ENDPOINT_IS_DISABLED = `EXISTS (
  SELECT 1 FROM webhook_endpoints AS gone
  WHERE gone.user_id = webhook_deliveries.user_id AND gone.url = webhook_deliveries.url
)`

/** All SQL about webhooks. */
export const webhookQueries = oncePerDb((db) => {
  const insert = db.prepare<[NewDelivery]>(`
    INSERT INTO webhook_deliveries (
      message_id, user_id, kind, conversation_id, call_id, url, payload, status, next_attempt_at, created_at, updated_at
    ) VALUES (
      :messageId, :userId, :kind, :conversationId, :callId, :url, :payload, :status, :nextAttemptAt, :now, :now
    )
  `)
  const find = db.prepare<[number], DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE id = ${hidden('?')}`,
  )
  const ofUser = db.prepare<[string, number], DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE message_id = ${hidden('?')} AND +user_id = ${hidden('?')}`,
  )
  const fits =
    'user_id = :userId AND ifnull(:status, status) = status AND ifnull(:kind, kind) = kind'
  const count = db
    .prepare<[object], number>(`SELECT count(*) FROM webhook_deliveries WHERE ${fits}`)
    .pluck()
  const page = db.prepare<[object], DeliveryRow>(`
    SELECT * FROM webhook_deliveries WHERE ${fits} ORDER BY id DESC
    LIMIT ${hidden(':limit')} OFFSET ${hidden(':offset')}
  `)
  const replay = db.prepare<[{ id: number; now: number }]>(`
    UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = :now, updated_at = :now
    WHERE id = :id AND status NOT IN ('preparing', 'pending')
  `)
  const ofConversation = db.prepare<[number], DeliveryRow>(
    'SELECT * FROM webhook_deliveries WHERE conversation_id = ? ORDER BY id DESC LIMIT 100',
  )
  const idsOfConversation = db
    .prepare<[number], number>('SELECT id FROM webhook_deliveries WHERE conversation_id = ?')
    .pluck()
  const ofCall = db.prepare<[number], DeliveryRow>(
    'SELECT * FROM webhook_deliveries WHERE call_id = ? ORDER BY id DESC LIMIT 100',
  )
  const complete = db
    .prepare<[{ id: number; payload: string; now: number }], DeliveryStatus>(`
      UPDATE webhook_deliveries SET
        payload = :payload, updated_at = :now,
        status = iif(${ENDPOINT_IS_DISABLED}, 'disabled', 'pending'),
        next_attempt_at = iif(${ENDPOINT_IS_DISABLED}, NULL, :now)
      WHERE id = :id AND status = 'preparing' RETURNING status
    `)
    .pluck()
  const attempted = db.prepare<[AttemptRow]>(`
    UPDATE webhook_deliveries SET
      status = :status, attempts = attempts + 1, next_attempt_at = :nextAttemptAt, last_attempt_at = :attemptedAt,
      response_status = :responseStatus, response_body = :responseBody, error = :error, duration_ms = :durationMs,
      updated_at = :attemptedAt
    WHERE id = :id AND status = 'pending'
  `)
  const isDisabled = db
    .prepare<[number, string], number>(
      'SELECT 1 FROM webhook_endpoints WHERE user_id = ? AND url = ?',
    )
    .pluck()
  const disable = db.prepare<[{ userId: number; url: string; reason: string; now: number }]>(`
    INSERT INTO webhook_endpoints (user_id, url, disabled_at, reason) VALUES (:userId, :url, :now, :reason)
    ON CONFLICT DO NOTHING
  `)
  const setAside = db.prepare<[{ userId: number; url: string; now: number }]>(`
    UPDATE webhook_deliveries SET status = 'disabled', next_attempt_at = NULL, updated_at = :now
    WHERE user_id = :userId AND url = :url AND status = 'pending'
  `)
  const enable = db.prepare<[number, string]>(
    'DELETE FROM webhook_endpoints WHERE user_id = ? AND url = ?',
  )
  const secret = db.prepare<[number], SecretRow>(
    'SELECT secret, previous, previous_until FROM webhook_secrets WHERE user_id = ?',
  )
  const insertSecret = db.prepare<[number, string]>(
    'INSERT INTO webhook_secrets (user_id, secret) VALUES (?, ?)',
  )
  const rotate = db.prepare<[{ userId: number; secret: string; until: number }]>(`
    UPDATE webhook_secrets SET previous = secret, previous_until = :until, secret = :secret WHERE user_id = :userId
  `)

  return {
    insert: (delivery: NewDelivery) => Number(insert.run(delivery).lastInsertRowid),
    find: (id: number) => find.get(id),
    ofUser: (userId: number, messageId: string) => ofUser.get(messageId, userId),
    count: (userId: number, filter: DeliveryFilter) => count.get({ ...filter, userId })!,
    page: (userId: number, filter: DeliveryFilter, slice: Slice) =>
      page.all({ ...filter, ...slice, userId }),
    /** Begins a delivery's schedule anew; false while it is under way. */
    replay: (id: number, now: Date) => replay.run({ id, now: now.getTime() }).changes === 1,
    /** The deliveries about a conversation, newest first. */
    ofConversation: (conversationId: number) => ofConversation.all(conversationId),
    idsOfConversation: (conversationId: number) => idsOfConversation.all(conversationId),
    /** The deliveries about a call, newest first. */
    ofCall: (callId: number) => ofCall.all(callId),
    /** Gives a delivery that was being prepared its payload; whether it is to be sent now. */
    complete: (id: number, payload: string, now: Date) =>
      complete.get({ id, payload, now: now.getTime() }) === 'pending',
    /** Writes an attempt down; false when the delivery is not pending any more. */
    attempted: (attempt: AttemptRow) => attempted.run(attempt).changes === 1,
    isDisabled: (userId: number, url: string) => isDisabled.get(userId, url) !== undefined,
    /** Sends an address nothing more: what waits for it is set aside. */
    disable(userId: number, url: string, reason: string, now: Date): void {
      disable.run({ userId, url, reason, now: now.getTime() })
      setAside.run({ userId, url, now: now.getTime() })
    },
    enable: (userId: number, url: string) => enable.run(userId, url).changes === 1,
    secret: (userId: number) => secret.get(userId),
    insertSecret: (userId: number, value: string) => insertSecret.run(userId, value),
    rotate: (userId: number, value: string, until: Date) =>
      rotate.run({ userId, secret: value, until: until.getTime() }),
  }
})
