import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'

export interface IdentitySecretRow {
  /** Undefined if the key to unseal it is missing. */
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
  readonly assistantId: number
  readonly secret: string
  readonly until: number
}

/** Name of an assistant's secret in the vault. */
const nameOf = (assistantId: number): string => `identity:${assistantId}`

/** All SQL for the secrets with which websites sign visitor identities: sealed in the database and in plain text in these rows. */
export const identityQueries = oncePerDb((sql, db) => {
  const find = sql.read<[number], Stored>(
    'SELECT secret, previous, previous_until FROM identity_secrets WHERE assistant_id = ?',
  )
  const insert = sql.write<[number, string]>(
    'INSERT INTO identity_secrets (assistant_id, secret) VALUES (?, ?)',
  )
  const rotate = sql.write<[Rotation]>(`
    UPDATE identity_secrets SET previous = secret, previous_until = :until, secret = :secret
    WHERE assistant_id = :assistantId
  `)
  const seal = (assistantId: number, secret: string) =>
    sealingOf(db).seal(nameOf(assistantId), secret)

  return {
    find(assistantId: number): IdentitySecretRow | undefined {
      const row = find.get(assistantId)
      if (!row) return undefined
      const open = (sealed: string) => sealingOf(db).open(nameOf(assistantId), sealed)
      const { secret, previous, previous_until } = row
      return {
        secret: open(secret),
        previous: previous === null ? undefined : open(previous),
        previous_until,
      }
    },
    insert: (tx: Tx, assistantId: number, secret: string) =>
      insert.run(tx, assistantId, seal(assistantId, secret)),
    rotate: (tx: Tx, { assistantId, secret, until }: Rotation) =>
      rotate.run(tx, { assistantId, secret: seal(assistantId, secret), until }),
  }
})
