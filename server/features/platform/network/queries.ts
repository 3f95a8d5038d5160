import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** All SQL about what this server may call. */
export const networkQueries = oncePerDb((sql) => {
  const all = sql
    .read<[], string>('SELECT address FROM network_allowed ORDER BY created_at, address')
    .pluck()
  const insert = sql.write<[string, number]>(
    'INSERT INTO network_allowed (address, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = sql.write<[string]>('DELETE FROM network_allowed WHERE address = ?')
  return {
    /** `host:port`, the oldest first. */
    all: () => all.all(),
    insert: (tx: Tx, address: string, now: Date) => insert.run(tx, address, now.getTime()),
    remove: (tx: Tx, address: string) => remove.run(tx, address).changes > 0,
  }
})
