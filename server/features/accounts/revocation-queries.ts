import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/**
 * A revoked key by its SHA-256 in hexadecimal, a removed operator as `id:created_at`, or an operator demoted to agent
 * as `id:created_at:revoked_at`.
 */
export interface Revocation {
  readonly kind: 'key' | 'operator' | 'role'
  readonly subject: string
  /** Ms since 1970. */
  readonly revoked_at: number
}

/** All SQL for revoked keys, operators and roles; triggers insert most of them. */
export const revocationQueries = oncePerDb((sql) => {
  const all = sql.read<[], Revocation>(
    'SELECT kind, subject, revoked_at FROM revocations ORDER BY revoked_at',
  )
  const insert = sql.write<[Revocation]>(
    'INSERT OR IGNORE INTO revocations (kind, subject, revoked_at) VALUES (:kind, :subject, :revoked_at)',
  )
  const endKey = sql.write<[Buffer]>('DELETE FROM api_keys WHERE hash = ?')
  const person = sql
    .read<[number, number], number>('SELECT id FROM operators WHERE id = ? AND created_at = ?')
    .pluck()
  const remove = sql.write<[number, number]>(
    'UPDATE operators SET removed_at = ? WHERE id = ? AND removed_at IS NULL',
  )
  const lower = sql.write<[number]>("UPDATE operators SET role = 'agent' WHERE id = ?")
  return {
    all: () => all.all(),
    insert: (tx: Tx, revocation: Revocation) => insert.run(tx, revocation),
    endKey: (tx: Tx, hash: Buffer) => endKey.run(tx, hash),
    /** Id of the operator with this id and creation time; undefined if not in this database. */
    person: (id: number, createdAt: number) => person.get(id, createdAt),
    remove: (tx: Tx, id: number, at: number) => remove.run(tx, at, id),
    lower: (tx: Tx, id: number) => lower.run(tx, id),
  }
})
