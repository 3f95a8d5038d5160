import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

export interface SecretRow {
  readonly secret: string
  readonly previous: string | null
  readonly previous_until: number | null
}

/** All SQL about what webhooks are signed with. */
export const secretQueries = oncePerDb((sql) => {
  const find = sql.read<[number], SecretRow>(
    'SELECT secret, previous, previous_until FROM webhook_secrets WHERE user_id = ?',
  )
  const insert = sql.write<[number, string]>(
    'INSERT INTO webhook_secrets (user_id, secret) VALUES (?, ?)',
  )
  const rotate = sql.write<[{ userId: number; secret: string; until: number }]>(`
    UPDATE webhook_secrets SET previous = secret, previous_until = :until, secret = :secret WHERE user_id = :userId
  `)

  return {
    find: (userId: number) => find.get(userId),
    insert: (tx: Tx, userId: number, value: string) => insert.run(tx, userId, value),
    rotate: (tx: Tx, userId: number, value: string, until: Date) =>
      rotate.run(tx, { userId, secret: value, until: until.getTime() }),
  }
})
