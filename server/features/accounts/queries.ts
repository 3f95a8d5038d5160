import type { OperatorRole } from '#contracts/operators.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import { grantsOf, keyGrantsOf, type StoredRole } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import type { Holder, Issuer, NewKey, NewSession, OperatorRow, TakenLink } from './credentials.ts'
import { GRANTED, ROLE } from './operators/role-columns.ts'

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
  /** Name of the operator or key that created it; null for this machine. */
  readonly issued_by: string | null
  readonly last_used_at: number | null
  readonly created_at: number
}

/** This machine: console, desktop app and first start. */
export const THIS_MACHINE: Issuer = { operatorId: null, keyId: null }

/** An unused sign-in link or a browser session. Times in ms since 1970. */
export interface SessionRow {
  readonly id: number
  readonly operator_id: number
  readonly operator_name: string
  readonly operator_role: OperatorRole
  /** Capabilities of their custom role, as JSON. */
  readonly operator_granted: string | null
  readonly kind: 'link' | 'browser'
  readonly api_key_id: number | null
  readonly issued_by: string | null
  readonly user_agent: string | null
  readonly address: string | null
  readonly last_used_at: number | null
  readonly expires_at: number
  readonly created_at: number
}

/** An account's keys act as its first owner. */
const FIRST_OWNER =
  "(SELECT min(id) FROM operators WHERE operators.user_id = users.id AND role = 'owner' AND removed_at IS NULL)"

/** Minimum interval between updates of a key's or session's last use, ms. */
const USE_RESOLUTION_MS = 60_000

/** All SQL for users, their API keys and browser sessions. */
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
    `SELECT id, name, email, is_owner, ${FIRST_OWNER} AS operator_id FROM users WHERE is_owner = 1`,
  )
  const updateUser = sql.write<[string | null, string | null, number]>(
    'UPDATE users SET name = coalesce(?, name), email = coalesce(?, email) WHERE id = ?',
  )
  const emailTaken = sql
    .read<[string, number], number>(
      'SELECT 1 FROM users WHERE lower(email) = lower(?) AND id <> ? LIMIT 1',
    )
    .pluck()

  const insertKey = sql.write<
    [number, string, Buffer, number | null, number | null, number],
    ApiKeyRow
  >(`
    INSERT INTO api_keys (user_id, name, hash, issued_by_operator, issued_by_key, created_at)
    VALUES (?, ?, ?, ?, ?, ?)
    RETURNING id, name, last_used_at, created_at
  `)
  const setKeyHash = sql.write<[Buffer, number]>('UPDATE api_keys SET hash = ? WHERE id = ?')
  const keys = sql.read<[number], ApiKeyRow>(`
    SELECT api_keys.id, api_keys.name, api_keys.last_used_at, api_keys.created_at,
      coalesce(operators.name, issuer.name) AS issued_by
    FROM api_keys LEFT JOIN operators ON operators.id = api_keys.issued_by_operator
      LEFT JOIN api_keys AS issuer ON issuer.id = api_keys.issued_by_key
    WHERE api_keys.user_id = ? ORDER BY api_keys.id
  `)
  const deleteKey = sql.write<[number, number]>('DELETE FROM api_keys WHERE user_id = ? AND id = ?')
  const byKey = sql.read<[Buffer], OperatorRow>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner, operators.role, NULL AS granted,
      api_keys.id AS credential_id, api_keys.id AS key_id, api_keys.last_used_at
    FROM api_keys JOIN users ON users.id = api_keys.user_id JOIN operators ON operators.id = ${FIRST_OWNER}
    WHERE api_keys.hash = ${hidden('?')}
  `)
  const issuerOfKey = sql.read<[number], StoredRole>(`
    WITH RECURSIVE issuers (key_id, operator_id) AS (
      SELECT issued_by_key, issued_by_operator FROM api_keys WHERE id = ?
      UNION SELECT issued_by_key, issued_by_operator FROM api_keys JOIN issuers ON api_keys.id = issuers.key_id
    )
    SELECT ${ROLE} AS role, ${GRANTED} AS granted FROM issuers JOIN operators ON operators.id = operator_id
  `)
  const touchKey = sql.write<[number, number]>('UPDATE api_keys SET last_used_at = ? WHERE id = ?')

  const insertSession = sql.write<[NewSession]>(`
    INSERT INTO sessions
      (user_id, operator_id, kind, hash, api_key_id, issued_by_operator, user_agent, address, emailed_to, expires_at, created_at)
    VALUES (:userId, :operatorId, :kind, :hash, :apiKeyId, :issuedBy, :userAgent, :address, :emailedTo, :expiresAt, :now)
  `)
  const sessions = sql.read<[number, number], SessionRow>(`
    SELECT sessions.id, operator_id, operators.name AS operator_name, ${ROLE} AS operator_role, ${GRANTED} AS operator_granted,
      kind, api_key_id, issuer.name AS issued_by, user_agent, address, last_used_at, expires_at, sessions.created_at
    FROM sessions JOIN operators ON operators.id = operator_id
      LEFT JOIN operators AS issuer ON issuer.id = issued_by_operator
    WHERE sessions.user_id = ? AND expires_at > ? ORDER BY sessions.id DESC
  `)
  const endedWith = sql
    .read<[{ operatorId: number | null; keyId: number | null }], string>(`
      WITH RECURSIVE issued (id) AS (
        SELECT id FROM api_keys WHERE id = :keyId OR issued_by_operator = :operatorId
        UNION SELECT api_keys.id FROM api_keys JOIN issued ON api_keys.issued_by_key = issued.id
      )
      SELECT 'key:' || id FROM issued
      UNION ALL SELECT 'session:' || id FROM sessions
      WHERE operator_id = :operatorId OR issued_by_operator = :operatorId OR api_key_id IN (SELECT id FROM issued)
    `)
    .pluck()
  const endKeysOf = sql.write<[number]>('DELETE FROM api_keys WHERE issued_by_operator = ?')
  const endSession = sql.write<[number, number]>(
    'DELETE FROM sessions WHERE user_id = ? AND id = ?',
  )
  const touchSession = sql.write<[number, number]>(
    'UPDATE sessions SET last_used_at = ? WHERE id = ?',
  )
  const bySession = (kind: NewSession['kind']) =>
    sql.read<[Buffer, number], OperatorRow>(`
    SELECT users.id AS user_id, operators.id AS operator_id, operators.name, users.is_owner, ${ROLE} AS role, ${GRANTED} AS granted,
      sessions.id AS credential_id, sessions.api_key_id AS key_id, sessions.last_used_at
    FROM sessions JOIN users ON users.id = sessions.user_id JOIN operators ON operators.id = sessions.operator_id
    WHERE sessions.hash = ${hidden('?')} AND sessions.kind = '${kind}' AND sessions.expires_at > ?
      AND operators.removed_at IS NULL
  `)
  const byBrowserSession = bySession('browser')
  const byLink = bySession('link')
  const takeLink = sql.write<[Buffer, number], TakenLink>(`
    DELETE FROM sessions WHERE hash = ? AND kind = 'link' AND expires_at > ?
    RETURNING user_id AS userId, operator_id AS operatorId, issued_by_operator AS issuedBy, emailed_to AS emailedTo
  `)
  const endSessions = sql.write<[{ id: number }]>(
    'DELETE FROM sessions WHERE operator_id = :id OR issued_by_operator = :id',
  )
  const endOwnSessions = sql.write<[{ id: number }]>(
    "DELETE FROM sessions WHERE operator_id = :id OR issued_by_operator = :id AND kind = 'link'",
  )
  const endLinks = sql.write<[number]>(
    "DELETE FROM sessions WHERE operator_id = ? AND kind = 'link'",
  )
  const deleteSession = sql.write<[Buffer]>('DELETE FROM sessions WHERE hash = ?')
  const deleteExpired = sql.write<[number]>('DELETE FROM sessions WHERE expires_at <= ?')

  /** Role of the person who issued the key behind a credential, directly or through other keys; undefined for this machine. */
  const keyIssuer = ({ key_id }: OperatorRow): StoredRole | undefined =>
    key_id === null ? undefined : issuerOfKey.get(key_id)

  return {
    insertUser: (tx: Tx, name: string, email: string, isOwner: boolean, now: Date) =>
      insertUser.get(tx, name, email, Number(isOwner), now.getTime())!,
    user: (id: number) => user.get(id),
    owner: () => owner.get(),
    /** All accounts of this installation. */
    users: () => users.all(),
    updateUser: (tx: Tx, id: number, name: string | undefined, email: string | undefined) =>
      updateUser.run(tx, name ?? null, email ?? null, id),
    /** Reports whether another account has an email address, ignoring case. */
    isEmailTaken: (email: string, butFor = 0) => emailTaken.get(email, butFor) !== undefined,

    insertKey: (tx: Tx, { userId, name, hash, issuer, now }: NewKey) =>
      insertKey.get(tx, userId, name, hash, issuer.operatorId, issuer.keyId, now.getTime())!,
    setKeyHash: (tx: Tx, id: number, hash: Buffer) => setKeyHash.run(tx, hash, id),
    keys: (userId: number) => keys.all(userId),
    deleteKey: (tx: Tx, userId: number, id: number) => deleteKey.run(tx, userId, id).changes > 0,
    /** The operator of a key, and the key's id if its last use is due for an update. */
    operatorByKey(hash: Buffer, now: Date): Authenticated | undefined {
      const row = byKey.get(hash)
      return row && authenticated(row, 'key', keyIssuer(row), now)
    },
    /** A key's id and holder. */
    keyOf(hash: Buffer): (Holder & { id: number }) | undefined {
      const row = byKey.get(hash)
      return row && { id: row.credential_id, userId: row.user_id, operatorId: row.operator_id }
    },
    noteKeyUse: (tx: Tx, id: number, now: Date) => touchKey.run(tx, now.getTime(), id),

    insertSession: (tx: Tx, session: NewSession) => insertSession.run(tx, session),
    operatorBySession(hash: Buffer, now: Date): Authenticated | undefined {
      const row = byBrowserSession.get(hash, now.getTime())
      return row && authenticated(row, 'session', keyIssuer(row), now)
    },
    noteSessionUse: (tx: Tx, id: number, now: Date) => touchSession.run(tx, now.getTime(), id),
    /** Valid links and sessions of an account, newest first. */
    sessions: (userId: number, now: Date) => sessions.all(userId, now.getTime()),
    /** Credentials that end with an operator or a key: their own, and those they issued. */
    endedWith: (issuer: Issuer) => endedWith.all(issuer),
    endSession: (tx: Tx, userId: number, id: number) => endSession.run(tx, userId, id).changes > 0,
    /** The operator of a sign-in link, without consuming it. */
    operatorByLink(hash: Buffer, now: Date): Operator | undefined {
      const row = byLink.get(hash, now.getTime())
      return row && toOperator(row, 'session', keyIssuer(row))
    },
    /** Consumes a sign-in link; returns its holder. */
    takeLink: (tx: Tx, hash: Buffer, now: Date) => takeLink.get(tx, hash, now.getTime()),
    /** Ends all sessions of an operator, and everything they issued. */
    endAccessOf(tx: Tx, operatorId: number): void {
      endSessions.run(tx, { id: operatorId })
      endKeysOf.run(tx, operatorId)
    },
    /** Ends an operator's sessions, unused links that they issued, and keys; others whom they signed in stay. */
    endOwnAccess(tx: Tx, operatorId: number): void {
      endOwnSessions.run(tx, { id: operatorId })
      endKeysOf.run(tx, operatorId)
    },
    /** Ends the keys that an operator issued, and those that they created. */
    endKeysOf: (tx: Tx, operatorId: number) => endKeysOf.run(tx, operatorId),
    /** Ends an operator's unused links; returns their number. */
    endLinks: (tx: Tx, operatorId: number) => endLinks.run(tx, operatorId).changes,
    deleteSession: (tx: Tx, hash: Buffer) => deleteSession.run(tx, hash),
    deleteExpired: (tx: Tx, now: Date) => deleteExpired.run(tx, now.getTime()),
  }
})

/** An authenticated operator. */
interface Authenticated {
  readonly operator: Operator
  /** Id of the credential if its last use is due for an update. */
  readonly staleCredential?: number
}

function authenticated(
  row: OperatorRow,
  kind: 'key' | 'session',
  issuer: StoredRole | undefined,
  now: Date,
): Authenticated {
  const operator = toOperator(row, kind, issuer)
  const isFresh = Math.abs(now.getTime() - (row.last_used_at ?? 0)) <= USE_RESOLUTION_MS
  return isFresh ? { operator } : { operator, staleCredential: row.credential_id }
}

function toOperator(
  row: OperatorRow,
  kind: 'key' | 'session',
  keyIssuer: StoredRole | undefined,
): Operator {
  return {
    userId: row.user_id,
    operatorId: row.operator_id,
    name: row.name,
    isOwner: row.is_owner === 1,
    role: row.role,
    grants: row.key_id === null ? grantsOf(row) : keyGrantsOf(keyIssuer),
    isByKey: row.key_id !== null,
    keyId: row.key_id,
    sessionId: kind === 'session' ? row.credential_id : null,
    credential: `${kind}:${row.credential_id}`,
  }
}
