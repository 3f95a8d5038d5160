import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface AllowedRow {
  readonly address: string
  readonly user_id: number
  readonly account: string
  readonly is_owner: number
}

interface BlockedRow {
  readonly address: string
  readonly created_at: number
}

/** All SQL for allowed outgoing and blocked incoming addresses. */
export const networkQueries = oncePerDb((sql) => {
  const all = sql.read<[], AllowedRow>(`
    SELECT network_allowed.address, network_allowed.user_id, users.name AS account, users.is_owner
    FROM network_allowed JOIN users ON users.id = network_allowed.user_id
    ORDER BY users.is_owner DESC, network_allowed.user_id, network_allowed.created_at, network_allowed.address
  `)
  const allowedFor = sql
    .read<[number | null], string>(
      `SELECT address FROM network_allowed
       WHERE user_id = ifnull(?, (SELECT id FROM users WHERE is_owner = 1)) ORDER BY created_at, address`,
    )
    .pluck()
  const isOwner = sql.read<[number], number>('SELECT is_owner FROM users WHERE id = ?').pluck()
  const owner = sql.read<[], { readonly id: number; readonly name: string }>(
    'SELECT id, name FROM users WHERE is_owner = 1',
  )
  const accountName = sql.read<[number], string>('SELECT name FROM users WHERE id = ?').pluck()
  const insert = sql.write<[number, string, number]>(
    'INSERT INTO network_allowed (user_id, address, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = sql.write<[number, string]>(
    'DELETE FROM network_allowed WHERE user_id = ? AND address = ?',
  )
  const blocked = sql.read<[], BlockedRow>(
    'SELECT address, created_at FROM blocked_addresses ORDER BY created_at DESC, address',
  )
  const isBlocked = sql
    .read<[string], number>('SELECT 1 FROM blocked_addresses WHERE address = ?')
    .pluck()
  const block = sql.write<[string, number]>(
    'INSERT INTO blocked_addresses (address, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const unblock = sql.write<[string]>('DELETE FROM blocked_addresses WHERE address = ?')
  return {
    /** The lists of all accounts: the owner's first, oldest addresses first. */
    all: () => all.all(),
    /** Allowed `host:port`s of an account; for Parley itself (null) the owner's. */
    allowedFor: (account: number | null) => allowedFor.all(account),
    owner: () => owner.get(),
    accountName: (account: number) => accountName.get(account),
    /** Reports whether an account is the owner's; true for Parley itself (null). */
    isOwner: (account: number | null) => account === null || isOwner.get(account) === 1,
    insert: (tx: Tx, userId: number, address: string, now: Date) =>
      insert.run(tx, userId, address, now.getTime()),
    remove: (tx: Tx, userId: number, address: string) =>
      remove.run(tx, userId, address).changes > 0,
    /** Blocked visitor addresses, newest first. */
    blocked: () => blocked.all(),
    isBlocked: (address: string) => isBlocked.get(address) === 1,
    block: (tx: Tx, address: string, now: Date) => block.run(tx, address, now.getTime()),
    unblock: (tx: Tx, address: string) => unblock.run(tx, address).changes > 0,
  }
})
