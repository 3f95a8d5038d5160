import { type Context, newSecret } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { hashOf } from '../../http/principal.ts'
import type { Issuer } from './credentials.ts'
import { type ApiKeyRow, accountQueries } from './queries.ts'

interface Wanted {
  readonly name: string
  readonly issuer: Issuer
  /** A key chosen by the operator (PARLEY_API_KEY) instead of a random one. */
  readonly given?: string | undefined
}

/** Creates an API key for an account and returns it: the only time it is visible. */
export function createKey(
  tx: Tx,
  context: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  userId: number,
  { name, issuer, given }: Wanted,
): ApiKeyRow & { token: string } {
  const { db, now } = context
  const accounts = accountQueries(db)

  // The key contains its own id, which is known only after the insert.
  const row = accounts.insertKey(tx, {
    userId,
    name,
    hash: hashOf(newSecret(context)),
    issuer,
    now: now(),
  })
  const token = given ?? `${row.id}|${newSecret(context)}`
  accounts.setKeyHash(tx, row.id, hashOf(token))
  return { ...row, token }
}
