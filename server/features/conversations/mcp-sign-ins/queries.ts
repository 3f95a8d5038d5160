import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'
import { MCP_SIGN_IN } from '../../platform/secrets/places.ts'

/** `expired` if the sign-in was ended elsewhere, or could not be renewed. */
export type SignInState = 'needed' | 'signed_in' | 'expired'

interface SignInRow {
  readonly mcp_server_id: number
  readonly server_url: string
  readonly state: SignInState
  /** JSON: an `Authority`. */
  readonly authority: string
  readonly client_id: string | null
  readonly client_redirect: string | null
  readonly client_auth: string | null
  readonly secrets: string | null
  readonly expires_at: number | null
  readonly error: StoredFault | null
}

/** The secrets of a sign-in. */
interface Secrets {
  readonly access: string | null
  readonly refresh: string | null
  readonly client: string | null
}

/** A sign-in with its secrets in plain text; they are null if their key is missing. */
export type SignIn = Omit<SignInRow, 'secrets'> & Secrets

/** All SQL for sign-ins at MCP servers. Their secrets are sealed in the database and plain here. */
export const mcpSignInQueries = oncePerDb((sql, db) => {
  const find = sql.read<[number, number], SignInRow>(`
    SELECT mcp_sign_ins.* FROM mcp_sign_ins JOIN mcp_servers ON mcp_servers.id = mcp_server_id
    WHERE mcp_server_id = ? AND mcp_servers.user_id = ?
  `)
  const stored = sql
    .read<[number], string | null>('SELECT secrets FROM mcp_sign_ins WHERE mcp_server_id = ?')
    .pluck()
  const expired = sql
    .read<[number, number], string>(`
      SELECT mcp_servers.url FROM mcp_sign_ins JOIN mcp_servers ON mcp_servers.id = mcp_server_id
      WHERE mcp_servers.user_id = ? AND mcp_server_id <> ? AND state = 'expired'
    `)
    .pluck()
  const put = sql.write<[SignInRow]>(`
    INSERT INTO mcp_sign_ins (mcp_server_id, server_url, state, authority, client_id, client_redirect, client_auth, secrets, expires_at, error)
    VALUES (:mcp_server_id, :server_url, :state, :authority, :client_id, :client_redirect, :client_auth, :secrets, :expires_at, :error)
    ON CONFLICT (mcp_server_id) DO UPDATE SET
      server_url = excluded.server_url, state = excluded.state, authority = excluded.authority, client_id = excluded.client_id,
      client_redirect = excluded.client_redirect, client_auth = excluded.client_auth, secrets = excluded.secrets,
      expires_at = excluded.expires_at, error = excluded.error
  `)
  const remove = sql.write<[number]>('DELETE FROM mcp_sign_ins WHERE mcp_server_id = ?')

  function inClear({ secrets, ...row }: SignInRow): SignIn {
    const text = secrets === null ? undefined : sealingOf(db).open(MCP_SIGN_IN.name, secrets)
    const plain: Secrets = text ? JSON.parse(text) : { access: null, refresh: null, client: null }
    return { ...row, ...plain }
  }

  return {
    find(userId: number, serverId: number): SignIn | undefined {
      const row = find.get(serverId, userId)
      return row && inClear(row)
    },
    /** Addresses of an account's other servers whose sign-ins have expired. */
    otherExpired: (userId: number, serverId: number) => expired.all(userId, serverId),
    put(tx: Tx, { access, refresh, client, ...row }: SignIn): void {
      const isEmpty = access === null && refresh === null && client === null
      const text = JSON.stringify({ access, refresh, client })
      // Secrets that cannot be read because their key is missing stay as they are.
      const kept = row.state === 'signed_in' ? (stored.get(row.mcp_server_id) ?? null) : null
      put.run(tx, { ...row, secrets: isEmpty ? kept : sealingOf(db).seal(MCP_SIGN_IN.name, text) })
    },
    remove: (tx: Tx, serverId: number) => remove.run(tx, serverId),
  }
})
