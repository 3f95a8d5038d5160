import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Identity of a request with an idempotency key. */
export interface KeyId {
  readonly userId: number
  readonly operation: string
  readonly key: string
}

export interface KeyRow {
  /** SHA-256 of the body. */
  readonly body_hash: Buffer
  readonly reference: string | null
  /** Null while the request is in flight. */
  readonly status: number | null
  /** JSON. */
  readonly body: string | null
}

interface Tie extends KeyId {
  readonly bodyHash: Buffer
  readonly reference: string
  readonly now: number
}

interface KeptAnswer extends KeyId {
  readonly bodyHash: Buffer
  readonly status: number
  readonly body: string
  readonly now: number
}

/** All SQL for idempotency keys. */
export const idempotencyQueries = oncePerDb((sql) => {
  const find = sql.read<[KeyId], KeyRow>(`
    SELECT body_hash, reference, status, body FROM idempotency_keys
    WHERE user_id = :userId AND operation = :operation AND key = :key
  `)
  const tie = sql.write<[Tie]>(`
    INSERT INTO idempotency_keys (user_id, operation, key, body_hash, reference, created_at)
    VALUES (:userId, :operation, :key, :bodyHash, :reference, :now)
    ON CONFLICT DO NOTHING
  `)
  const keep = sql.write<[KeptAnswer]>(`
    INSERT INTO idempotency_keys (user_id, operation, key, body_hash, status, body, created_at)
    VALUES (:userId, :operation, :key, :bodyHash, :status, :body, :now)
    ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body WHERE status IS NULL
  `)
  const forget = sql.write<[number]>('DELETE FROM idempotency_keys WHERE created_at <= ?')

  return {
    find: (id: KeyId) => find.get(id),
    /** False if the key already refers to another record. */
    tie: (tx: Tx, row: Tie) => tie.run(tx, row).changes > 0,
    /** Stores the first response; later ones are ignored. */
    keep: (tx: Tx, answer: KeptAnswer) => keep.run(tx, answer),
    /** Deletes keys created before an instant, ms since 1970. */
    forget: (tx: Tx, before: number) => forget.run(tx, before),
  }
})
