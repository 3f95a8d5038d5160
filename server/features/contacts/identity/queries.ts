import { oncePerDb } from '../../../db/once-per-db.ts'

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
export const identityQueries = oncePerDb((db) => {
  const find = db.prepare<[number], IdentitySecretRow>(
    'SELECT secret, previous, previous_until FROM identity_secrets WHERE assistant_id = ?',
  )
  const insert = db.prepare<[number, string]>(
    'INSERT INTO identity_secrets (assistant_id, secret) VALUES (?, ?)',
  )
  const rotate = db.prepare<[Rotation]>(`
    UPDATE identity_secrets SET previous = secret, previous_until = :until, secret = :secret
    WHERE assistant_id = :assistantId
  `)

  return {
    find: (assistantId: number) => find.get(assistantId),
    insert: (assistantId: number, secret: string) => insert.run(assistantId, secret),
    rotate: (rotation: Rotation) => rotate.run(rotation),
  }
})
