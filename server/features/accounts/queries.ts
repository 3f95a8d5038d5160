import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { ifThereIsRoom } from '../../db/storage.ts'
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
export const accountQueries = oncePerDb((db) => {
  const insertUser = db.prepare<[string, string, number, number], UserRow>(
    'INSERT INTO users (name, email, is_owner, created_at) VALUES (?, ?, ?, ?) RETURNING id, name, email, is_owner',
  )
  const user = db.prepare<[number], UserRow>(
    'SELECT id, name, email, is_owner FROM users WHERE id = ?',
  )
  const users = db.prepare<[], AccountRow>(
    'SELECT id, name, email, is_owner, created_at FROM users ORDER BY id',
  )
  const owner = db.prepare<[], UserRow & { readonly operator_id: number }>(
    `SELECT id, name, email, is_owner, ${FIRST_OPERATOR} AS operator_id FROM users WHERE is_owner = 1`,
  )
  const updateUser = db.prepare<[string | null, string | null, number]>(
    'UPDATE users SET name = coalesce(?, name), email = coalesce(?, email) WHERE id = ?',
  )
  const emailTaken = db
    .prepare<[string, number], number>(
      'SELECT 1 FROM users WHERE lower(email) = lower(?) AND id <> ? LIMIT 1',
    )
    .pluck()

  const insertKey = db.prepare<[number, string, Buffer, number], ApiKeyRow>(`
    INSERT INTO api_keys (user_id, name, hash, created_at) VALUES (?, ?, ?, ?)
    RETURNING id, name, last_used_at, created_at
  `)
  const setKeyHash = db.prepare<[Buffer, number]>('UPDATE api_keys SET hash = ? WHERE id = ?')
  const keys = db.prepare<[number], ApiKeyRow>(
    'SELECT id, name, last_used_at, created_at FROM api_keys WHERE user_id = ? ORDER BY id',
  )
  const deleteKey = db.prepare<[number, number]>(
    'DELETE FROM api_keys WHERE user_id = ? AND id = ?',
  )
  const byKey = db.prepare<[Buffer], OperatorRow & { last_used_at: number | null }>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner,
      api_keys.id AS credential_id, 1 AS is_by_key, api_keys.last_used_at
    FROM api_keys JOIN users ON users.id = api_keys.user_id JOIN operators ON operators.id = ${FIRST_OPERATOR}
    WHERE api_keys.hash = ${hidden('?')}
  `)
  const touchKey = db.prepare<[number, number]>('UPDATE api_keys SET last_used_at = ? WHERE id = ?')

  const insertSession = db.prepare<[NewSession]>(`
    INSERT INTO sessions (user_id, operator_id, kind, hash, api_key_id, expires_at, created_at)
    VALUES (:userId, :operatorId, :kind, :hash, :apiKeyId, :expiresAt, :now)
  `)
  const sessionsOfKey = db
    .prepare<[number, number], number>(
      'SELECT id FROM sessions WHERE user_id = ? AND api_key_id = ?',
    )
    .pluck()
  const bySession = db.prepare<[Buffer, number], OperatorRow>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner,
      sessions.id AS credential_id, sessions.api_key_id IS NOT NULL AS is_by_key
    FROM sessions JOIN users ON users.id = sessions.user_id JOIN operators ON operators.id = sessions.operator_id
    WHERE sessions.hash = ${hidden('?')} AND sessions.kind = 'browser' AND sessions.expires_at > ?
  `)
  const takeLink = db.prepare<[Buffer, number], Holder>(`
    DELETE FROM sessions WHERE hash = ? AND kind = 'link' AND expires_at > ?
    RETURNING user_id AS userId, operator_id AS operatorId
  `)
  const endSessions = db
    .prepare<[number], number>('DELETE FROM sessions WHERE operator_id = ? RETURNING id')
    .pluck()
  const deleteSession = db.prepare<[Buffer]>('DELETE FROM sessions WHERE hash = ?')
  const deleteExpired = db.prepare<[number]>('DELETE FROM sessions WHERE expires_at <= ?')

  function usedKey(hash: Buffer, now: Date): OperatorRow | undefined {
    const row = byKey.get(hash)
    const time = now.getTime()
    if (row && Math.abs(time - (row.last_used_at ?? 0)) > USE_RESOLUTION_MS)
      ifThereIsRoom(() => touchKey.run(time, row.credential_id))
    return row
  }

  return {
    insertUser: (name: string, email: string, isOwner: boolean, now: Date) =>
      insertUser.get(name, email, Number(isOwner), now.getTime())!,
    user: (id: number) => user.get(id),
    owner: () => owner.get(),
    /** Every account of this Parley. */
    users: () => users.all(),
    updateUser: (id: number, name: string | undefined, email: string | undefined) =>
      updateUser.run(name ?? null, email ?? null, id),
    /** Whether another account has an e-mail address, whatever its case. */
    isEmailTaken: (email: string, butFor = 0) => emailTaken.get(email, butFor) !== undefined,

    insertKey: (userId: number, name: string, hash: Buffer, now: Date) =>
      insertKey.get(userId, name, hash, now.getTime())!,
    setKeyHash: (id: number, hash: Buffer) => setKeyHash.run(hash, id),
    keys: (userId: number) => keys.all(userId),
    deleteKey: (userId: number, id: number) => deleteKey.run(userId, id).changes > 0,
    /** The account of a key; its use is written down. */
    operatorByKey(hash: Buffer, now: Date): Operator | undefined {
      const row = usedKey(hash, now)
      return row && toOperator(row, 'key')
    },
    /** A key's id and whose it is; its use is written down. */
    keyOf(hash: Buffer, now: Date): (Holder & { id: number }) | undefined {
      const row = usedKey(hash, now)
      return row && { id: row.credential_id, userId: row.user_id, operatorId: row.operator_id }
    },

    insertSession: (session: NewSession) => insertSession.run(session),
    /** Ids of the browser sessions that a key has opened. */
    sessionsOfKey: (userId: number, keyId: number) => sessionsOfKey.all(userId, keyId),
    operatorBySession(hash: Buffer, now: Date): Operator | undefined {
      const row = bySession.get(hash, now.getTime())
      return row && toOperator(row, 'session')
    },
    /** Uses a sign-in link up; returns whose it was. */
    takeLink: (hash: Buffer, now: Date) => takeLink.get(hash, now.getTime()),
    /** Ends everything a person is signed in with, unused links too; returns the ids. */
    endSessionsOf: (operatorId: number) => endSessions.all(operatorId),
    deleteSession: (hash: Buffer) => deleteSession.run(hash),
    deleteExpired: (now: Date) => deleteExpired.run(now.getTime()),
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
