import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/**
 * A revoked key by its SHA-256 in hexadecimal, a removed operator as `id:created_at`, an operator demoted to agent
 * as `id:created_at:revoked_at`, or one who lost capabilities in another way, as that too (`limits`).
 */
export interface Revocation {
  readonly kind: 'key' | 'operator' | 'role' | 'limits'
  readonly subject: string
  /** Ms since 1970. */
  readonly revoked_at: number
}

/** Name of the role without capabilities that replaces lost ones in a restored copy. */
const LIMITED = 'Restored: read only'

/** An account keeps its last owner, even one who stepped down later. */
const NOT_LAST_OWNER = `(role <> 'owner' OR EXISTS (
  SELECT 1 FROM operators AS other
  WHERE other.user_id = operators.user_id AND other.id <> operators.id AND other.role = 'owner' AND other.removed_at IS NULL
))`

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
    `UPDATE operators SET removed_at = ? WHERE id = ? AND removed_at IS NULL AND ${NOT_LAST_OWNER}`,
  )
  const lower = sql.write<[number]>(
    `UPDATE operators SET role = 'agent' WHERE id = ? AND role <> 'agent' AND ${NOT_LAST_OWNER}`,
  )
  const addLimited = sql.write<[number]>(`
    INSERT OR IGNORE INTO roles (user_id, name, capabilities, created_at)
    SELECT user_id, '${LIMITED}', '[]', created_at FROM operators WHERE id = ?
  `)
  const limit = sql.write<[number]>(`
    UPDATE operators SET role = 'agent', custom_role = (
      SELECT id FROM roles WHERE roles.user_id = operators.user_id AND name = '${LIMITED}'
    )
    WHERE id = ? AND ${NOT_LAST_OWNER}
  `)
  const hasCustom = sql
    .read<[number], number>('SELECT 1 FROM operators WHERE id = ? AND custom_role IS NOT NULL')
    .pluck()
  return {
    all: () => all.all(),
    insert: (tx: Tx, revocation: Revocation) => insert.run(tx, revocation),
    endKey: (tx: Tx, hash: Buffer) => endKey.run(tx, hash),
    /** Id of the operator with this id and creation time; undefined if not in this database. */
    person: (id: number, createdAt: number) => person.get(id, createdAt),
    remove: (tx: Tx, id: number, at: number) => remove.run(tx, at, id),
    lower: (tx: Tx, id: number) => lower.run(tx, id),
    /** Leaves an operator with a role that only reads. */
    limit: leaveReading,
    /** Does so if they have a custom role. */
    limitCustom(tx: Tx, id: number): void {
      if (hasCustom.get(id) !== undefined) leaveReading(tx, id)
    },
  }

  function leaveReading(tx: Tx, id: number): void {
    addLimited.run(tx, id)
    limit.run(tx, id)
  }
})
