import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import type { Operator } from '../../http/principal.ts'

export interface AccountRow extends UserRow {
  readonly created_at: number
}

export interface UserRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly is_owner: number
}

export interface ApiKeyRow {
  readonly id: number
  readonly name: string
  readonly last_used_at: number | null
  readonly created_at: number
}

interface NewSession extends Holder {
  readonly kind: 'link' | 'browser'
  readonly hash: Buffer
  /** The key that it was opened with, and ends with. */
  readonly apiKeyId: number | null
  readonly expiresAt: number
  readonly now: number
}

interface OperatorRow {
  readonly user_id: number
  readonly operator_id: number
  readonly name: string
  readonly is_owner: number
  readonly credential_id: number
  readonly is_by_key: number
}

/** Whose a sign-in link, a session or a key is. */
export interface Holder {
  readonly userId: number
  readonly operatorId: number
}

/** An account's keys act for the person it began with. */
const FIRST_OPERATOR = '(SELECT min(id) FROM operators WHERE operators.user_id = users.id)'

/** A key's last use is written down at most this often, ms. */
const USE_RESOLUTION_MS = 60_000

/** All SQL about users, their keys and their browser sessions. */
export const accountQueries = oncePerDb((sql) => {
  const insertUser = sql.write<[string, string, number, number], UserRow>(
    'INSERT INTO users (name, email, is_owner, created_at) VALUES (?, ?, ?, ?) RETURNING id, name, email, is_owner',
  )
  const user = sql.read<[number], UserRow>(
    'SELECT id, name, email, is_owner FROM users WHERE id = ?',
  )
  const users = sql.read<[], AccountRow>(
    'SELECT id, name, email, is_owner, created_at FROM users ORDER BY id',
  )
  const owner = sql.read<[], UserRow & { readonly operator_id: number }>(
    `SELECT id, name, email, is_owner, ${FIRST_OPERATOR} AS operator_id FROM users WHERE is_owner = 1`,
  )
  const updateUser = sql.write<[string | null, string | null, number]>(
    'UPDATE users SET name = coalesce(?, name), email = coalesce(?, email) WHERE id = ?',
  )
  const emailTaken = sql
    .read<[string, number], number>(
      'SELECT 1 FROM users WHERE lower(email) = lower(?) AND id <> ? LIMIT 1',
    )
    .pluck()

  const insertKey = sql.write<[number, string, Buffer, number], ApiKeyRow>(`
    INSERT INTO api_keys (user_id, name, hash, created_at) VALUES (?, ?, ?, ?)
    RETURNING id, name, last_used_at, created_at
  `)
  const setKeyHash = sql.write<[Buffer, number]>('UPDATE api_keys SET hash = ? WHERE id = ?')
  const keys = sql.read<[number], ApiKeyRow>(
    'SELECT id, name, last_used_at, created_at FROM api_keys WHERE user_id = ? ORDER BY id',
  )
  const deleteKey = sql.write<[number, number]>('DELETE FROM api_keys WHERE user_id = ? AND id = ?')
  const byKey = sql.read<[Buffer], OperatorRow & { last_used_at: number | null }>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner,
      api_keys.id AS credential_id, 1 AS is_by_key, api_keys.last_used_at
    FROM api_keys JOIN users ON users.id = api_keys.user_id JOIN operators ON operators.id = ${FIRST_OPERATOR}
    WHERE api_keys.hash = ${hidden('?')}
  `)
  const touchKey = sql.write<[number, number]>('UPDATE api_keys SET last_used_at = ? WHERE id = ?')

  const insertSession = sql.write<[NewSession]>(`
    INSERT INTO sessions (user_id, operator_id, kind, hash, api_key_id, expires_at, created_at)
    VALUES (:userId, :operatorId, :kind, :hash, :apiKeyId, :expiresAt, :now)
  `)
  const sessionsOfKey = sql
    .read<[number, number], number>('SELECT id FROM sessions WHERE user_id = ? AND api_key_id = ?')
    .pluck()
  const bySession = sql.read<[Buffer, number], OperatorRow>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner,
      sessions.id AS credential_id, sessions.api_key_id IS NOT NULL AS is_by_key
    FROM sessions JOIN users ON users.id = sessions.user_id JOIN operators ON operators.id = sessions.operator_id
    WHERE sessions.hash = ${hidden('?')} AND sessions.kind = 'browser' AND sessions.expires_at > ?
  `)
  const takeLink = sql.write<[Buffer, number], Holder>(`
    DELETE FROM sessions WHERE hash = ? AND kind = 'link' AND expires_at > ?
    RETURNING user_id AS userId, operator_id AS operatorId
  `)
  const endSessions = sql
    .write<[number], number>('DELETE FROM sessions WHERE operator_id = ? RETURNING id')
    .pluck()
  const deleteSession = sql.write<[Buffer]>('DELETE FROM sessions WHERE hash = ?')
  const deleteExpired = sql.write<[number]>('DELETE FROM sessions WHERE expires_at <= ?')

  return {
    insertUser: (tx: Tx, name: string, email: string, isOwner: boolean, now: Date) =>
      insertUser.get(tx, name, email, Number(isOwner), now.getTime())!,
    user: (id: number) => user.get(id),
    owner: () => owner.get(),
    /** Every account of this Parley. */
    users: () => users.all(),
    updateUser: (tx: Tx, id: number, name: string | undefined, email: string | undefined) =>
      updateUser.run(tx, name ?? null, email ?? null, id),
    /** Reports whether another account has an e-mail address, whatever its case. */
    isEmailTaken: (email: string, butFor = 0) => emailTaken.get(email, butFor) !== undefined,

    insertKey: (tx: Tx, userId: number, name: string, hash: Buffer, now: Date) =>
      insertKey.get(tx, userId, name, hash, now.getTime())!,
    setKeyHash: (tx: Tx, id: number, hash: Buffer) => setKeyHash.run(tx, hash, id),
    keys: (userId: number) => keys.all(userId),
    deleteKey: (tx: Tx, userId: number, id: number) => deleteKey.run(tx, userId, id).changes > 0,
    /** The account of a key, and its id where its last use is so long ago that this one is to be noted. */
    operatorByKey(hash: Buffer, now: Date): { operator: Operator; unnoted?: number } | undefined {
      const row = byKey.get(hash)
      if (!row) return undefined
      const operator = toOperator(row, 'key')
      const isNoted = Math.abs(now.getTime() - (row.last_used_at ?? 0)) <= USE_RESOLUTION_MS
      return isNoted ? { operator } : { operator, unnoted: row.credential_id }
    },
    /** A key's id and whose it is. */
    keyOf(hash: Buffer): (Holder & { id: number }) | undefined {
      const row = byKey.get(hash)
      return row && { id: row.credential_id, userId: row.user_id, operatorId: row.operator_id }
    },
    noteKeyUse: (tx: Tx, id: number, now: Date) => touchKey.run(tx, now.getTime(), id),

    insertSession: (tx: Tx, session: NewSession) => insertSession.run(tx, session),
    /** Ids of the browser sessions that a key has opened. */
    sessionsOfKey: (userId: number, keyId: number) => sessionsOfKey.all(userId, keyId),
    operatorBySession(hash: Buffer, now: Date): Operator | undefined {
      const row = bySession.get(hash, now.getTime())
      return row && toOperator(row, 'session')
    },
    /** Uses a sign-in link up; returns whose it was. */
    takeLink: (tx: Tx, hash: Buffer, now: Date) => takeLink.get(tx, hash, now.getTime()),
    /** Ends everything a person is signed in with, unused links too; returns the ids. */
    endSessionsOf: (tx: Tx, operatorId: number) => endSessions.all(tx, operatorId),
    deleteSession: (tx: Tx, hash: Buffer) => deleteSession.run(tx, hash),
    deleteExpired: (tx: Tx, now: Date) => deleteExpired.run(tx, now.getTime()),
  }
})

function toOperator(row: OperatorRow, kind: 'key' | 'session'): Operator {
  return {
    userId: row.user_id,
    operatorId: row.operator_id,
    name: row.name,
    isOwner: row.is_owner === 1,
    isByKey: row.is_by_key === 1,
    credential: `${kind}:${row.credential_id}`,
  }
}
