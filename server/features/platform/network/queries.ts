import { oncePerDb } from '../../../db/once-per-db.ts'

/** All SQL about what this server may call. */
export const networkQueries = oncePerDb((db) => {
  const all = db
    .prepare<[], string>('SELECT address FROM network_allowed ORDER BY created_at, address')
    .pluck()
  const insert = db.prepare<[string, number]>(
    'INSERT INTO network_allowed (address, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare<[string]>('DELETE FROM network_allowed WHERE address = ?')
  return {
    /** `host:port`, the oldest first. */
    all: () => all.all(),
    insert: (address: string, now: Date) => insert.run(address, now.getTime()),
    remove: (address: string) => remove.run(address).changes > 0,
  }
})
