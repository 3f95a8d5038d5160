import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface BlockedRow {
  readonly address: string
  readonly created_at: number
}

/** All SQL about what this server may call, and whom it does not let in. */
export const networkQueries = oncePerDb((sql) => {
  const all = sql
    .read<[], string>('SELECT address FROM network_allowed ORDER BY created_at, address')
    .pluck()
  const insert = sql.write<[string, number]>(
    'INSERT INTO network_allowed (address, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = sql.write<[string]>('DELETE FROM network_allowed WHERE address = ?')
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
    /** `host:port`, the oldest first. */
    all: () => all.all(),
    insert: (tx: Tx, address: string, now: Date) => insert.run(tx, address, now.getTime()),
    remove: (tx: Tx, address: string) => remove.run(tx, address).changes > 0,
    /** Addresses whose visitors are not let in, the newest first. */
    blocked: () => blocked.all(),
    isBlocked: (address: string) => isBlocked.get(address) === 1,
    block: (tx: Tx, address: string, now: Date) => block.run(tx, address, now.getTime()),
    unblock: (tx: Tx, address: string) => unblock.run(tx, address).changes > 0,
  }
})
