import type { Context } from '../../context.ts'
import { hashOf } from '../../http/principal.ts'
import { type ApiKeyRow, accountQueries } from './queries.ts'

/** Random bytes of a key or token: 256 bits. */
export const SECRET_BYTES = 32

/**
 * Creates a key of an account and returns it: the only time that it can be seen. `given` is a key chosen by the
 * operator (PARLEY_API_KEY) instead of a random one.
 */
export function createKey(
  { db, now, randomBytes }: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  userId: number,
  name: string,
  given?: string,
): ApiKeyRow & { token: string } {
  const accounts = accountQueries(db)
  return db.transaction(() => {
    // The key carries its own id, which is known only once the row is there.
    const row = accounts.insertKey(userId, name, randomBytes(SECRET_BYTES), now())
    const token = given ?? `${row.id}|${randomBytes(SECRET_BYTES).toString('base64url')}`
    accounts.setKeyHash(row.id, hashOf(token))
    return { ...row, token }
  })()
}
