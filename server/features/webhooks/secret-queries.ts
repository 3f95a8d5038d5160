import { oncePerDb } from '../../db/once-per-db.ts'

export interface SecretRow {
  readonly secret: string
  readonly previous: string | null
  readonly previous_until: number | null
}

/** All SQL about what webhooks are signed with. */
export const secretQueries = oncePerDb((db) => {
  const find = db.prepare<[number], SecretRow>(
    'SELECT secret, previous, previous_until FROM webhook_secrets WHERE user_id = ?',
  )
  const insert = db.prepare<[number, string]>(
    'INSERT INTO webhook_secrets (user_id, secret) VALUES (?, ?)',
  )
  const rotate = db.prepare<[{ userId: number; secret: string; until: number }]>(`
    UPDATE webhook_secrets SET previous = secret, previous_until = :until, secret = :secret WHERE user_id = :userId
  `)

  return {
    find: (userId: number) => find.get(userId),
    insert: (userId: number, value: string) => insert.run(userId, value),
    rotate: (userId: number, value: string, until: Date) =>
      rotate.run({ userId, secret: value, until: until.getTime() }),
  }
})
