import type { OperatorRole } from '#contracts/operators.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { GRANTED, ROLE } from '../operators/role-columns.ts'

/** A browser that gets web push. */
export interface SubscriptionRow {
  readonly id: number
  readonly session_id: number
  readonly user_id: number
  readonly operator_id: number
  readonly role: OperatorRole
  /** JSON list of what a custom role grants. */
  readonly granted: string | null
  readonly is_owner: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly shows_text: number
  readonly language: string
  readonly created_at: number
}

interface NewSubscription {
  readonly sessionId: number
  readonly userId: number
  readonly operatorId: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly showsText: number
  readonly language: string
  readonly now: number
}

interface KeyRow {
  readonly public_key: string
  /** Sealed. */
  readonly private_key: string
}

/** All SQL for web push. */
export const pushQueries = oncePerDb((sql) => {
  const key = sql.read<[], KeyRow>('SELECT public_key, private_key FROM push_keys')
  const putKey = sql.write<[string, string]>(
    'INSERT OR REPLACE INTO push_keys (id, public_key, private_key) VALUES (1, ?, ?)',
  )
  const ofSession = sql.read<[number], Pick<SubscriptionRow, 'shows_text' | 'created_at'>>(
    'SELECT shows_text, created_at FROM push_subscriptions WHERE session_id = ?',
  )
  const put = sql.write<[NewSubscription]>(`
    INSERT INTO push_subscriptions
      (session_id, user_id, operator_id, endpoint, p256dh, auth, shows_text, language, created_at)
    VALUES (:sessionId, :userId, :operatorId, :endpoint, :p256dh, :auth, :showsText, :language, :now)
    ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh,
      auth = excluded.auth, shows_text = excluded.shows_text, language = excluded.language
  `)
  const removeOfSession = sql.write<[number]>('DELETE FROM push_subscriptions WHERE session_id = ?')
  const remove = sql.write<[number]>('DELETE FROM push_subscriptions WHERE id = ?')
  const removeAll = sql.write<[]>('DELETE FROM push_subscriptions')
  const isSubscribed = sql
    .read<[number], number>('SELECT 1 FROM push_subscriptions WHERE user_id = ? LIMIT 1')
    .pluck()
  const active = sql.read<[number, number], SubscriptionRow>(`
    SELECT push_subscriptions.*, ${ROLE} AS role, ${GRANTED} AS granted, users.is_owner FROM push_subscriptions
    JOIN sessions ON sessions.id = session_id
    JOIN operators ON operators.id = push_subscriptions.operator_id
    JOIN users ON users.id = push_subscriptions.user_id
    WHERE push_subscriptions.id = ? AND expires_at > ? AND removed_at IS NULL
  `)

  return {
    key: () => key.get(),
    putKey: (tx: Tx, publicKey: string, sealed: string) => putKey.run(tx, publicKey, sealed),
    ofSession: (sessionId: number) => ofSession.get(sessionId),
    put: (tx: Tx, subscription: NewSubscription) => put.run(tx, subscription),
    removeOfSession: (tx: Tx, sessionId: number) => removeOfSession.run(tx, sessionId),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    removeAll: (tx: Tx) => removeAll.run(tx),
    /** Reports whether any browser of an account gets web push. */
    isSubscribed: (userId: number) => isSubscribed.get(userId) !== undefined,
    /** Undefined if its session has ended or its operator was removed. */
    active: (id: number, now: number) => active.get(id, now),
  }
})
