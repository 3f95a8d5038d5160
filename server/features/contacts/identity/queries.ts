import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface IdentitySecretRow {
  readonly secret: string
  readonly previous: string | null
  readonly previous_until: number | null
}

interface Rotation {
  readonly assistantId: number
  readonly secret: string
  readonly until: number
}

/** All SQL about what websites sign with who their visitors are. */
export const identityQueries = oncePerDb((sql) => {
  const find = sql.read<[number], IdentitySecretRow>(
    'SELECT secret, previous, previous_until FROM identity_secrets WHERE assistant_id = ?',
  )
  const insert = sql.write<[number, string]>(
    'INSERT INTO identity_secrets (assistant_id, secret) VALUES (?, ?)',
  )
  const rotate = sql.write<[Rotation]>(`
    UPDATE identity_secrets SET previous = secret, previous_until = :until, secret = :secret
    WHERE assistant_id = :assistantId
  `)

  return {
    find: (assistantId: number) => find.get(assistantId),
    insert: (tx: Tx, assistantId: number, secret: string) => insert.run(tx, assistantId, secret),
    rotate: (tx: Tx, rotation: Rotation) => rotate.run(tx, rotation),
  }
})
