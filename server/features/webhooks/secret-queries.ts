import { oncePerDb } from '../../db/once-per-db.ts'
import { sealingOf } from '../../db/sealing.ts'
import type { Tx } from '../../db/write.ts'

export interface SecretRow {
  /** Undefined if its encryption key is not available. */
  readonly secret: string | undefined
  readonly previous: string | undefined
  readonly previous_until: number | null
}

interface Stored {
  readonly secret: string
  readonly previous: string | null
  readonly previous_until: number | null
}

interface Rotation {
  readonly userId: number
  readonly secret: string
  readonly until: number
}

/** Name of a messenger sender's secret in the vault. */
export const senderSecretName = (senderId: number): string => `messenger:${senderId}`

/** Name of an account's secret in the vault. */
const nameOf = (userId: number): string => `webhooks:${userId}`

/** All SQL for webhook secrets: encrypted in the database, in plain text in these rows. */
export const secretQueries = oncePerDb((sql, db) => {
  const find = sql.read<[number], Stored>(
    'SELECT secret, previous, previous_until FROM webhook_secrets WHERE user_id = ?',
  )
  const insert = sql.write<[number, string]>(
    'INSERT INTO webhook_secrets (user_id, secret) VALUES (?, ?)',
  )
  const rotate = sql.write<[Rotation]>(`
    UPDATE webhook_secrets SET previous = secret, previous_until = :until, secret = :secret WHERE user_id = :userId
  `)
  const ofSender = sql
    .read<[number], string>('SELECT webhook_secret FROM messenger_senders WHERE id = ?')
    .pluck()
  const seal = (userId: number, secret: string) => sealingOf(db).seal(nameOf(userId), secret)

  return {
    find(userId: number): SecretRow | undefined {
      const row = find.get(userId)
      if (!row) return undefined
      const open = (sealed: string) => sealingOf(db).open(nameOf(userId), sealed)
      const { secret, previous, previous_until } = row
      return {
        secret: open(secret),
        previous: previous === null ? undefined : open(previous),
        previous_until,
      }
    },
    /** The secret of a messenger sender; undefined if its encryption key is not available. */
    ofSender(id: number): string | undefined {
      const sealed = ofSender.get(id)
      return sealed === undefined ? undefined : sealingOf(db).open(senderSecretName(id), sealed)
    },
    insert: (tx: Tx, userId: number, secret: string) =>
      insert.run(tx, userId, seal(userId, secret)),
    rotate: (tx: Tx, userId: number, secret: string, until: Date) =>
      rotate.run(tx, { userId, secret: seal(userId, secret), until: until.getTime() }),
  }
})
