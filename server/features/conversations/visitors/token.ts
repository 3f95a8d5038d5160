import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { hashOf } from '../../../http/principal.ts'
import { visitorQueries } from './queries.ts'

/** Issues a token for another browser of a visitor; it is shown once and only its hash is stored. */
export function issueToken(
  tx: Tx,
  context: Pick<Context, 'db' | 'now' | 'randomBytes' | 'config'>,
  visitorId: number,
): string {
  const { db, config } = context
  const visitors = visitorQueries(db)
  const token = newSecret(context)
  const now = context.now().getTime()
  visitors.revokeIdle(tx, visitorId, now - config.limits.visitorIdleMs)
  visitors.insertToken(tx, { hash: hashOf(token), visitorId, now })
  return token
}
