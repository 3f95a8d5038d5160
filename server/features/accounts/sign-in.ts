import type { Context } from '../../context.ts'
import { hashOf } from '../../http/principal.ts'
import { SECRET_BYTES } from './api-key.ts'
import { accountQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'config' | 'origin'>

export interface SignInLink {
  readonly url: string
  /** What the link's fragment carries. A fragment is sent to no server and written to no log. */
  readonly secret: string
  readonly expiresAt: number
}

/** A link that signs the owner in once. */
export function createSignInLink({ db, now, randomBytes, config, origin }: Needs): SignInLink {
  const accounts = accountQueries(db)
  const owner = accounts.owner()
  if (!owner) throw new Error('There is no owner to sign in')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const lifetime = config.limits.signInLinkMs
  accounts.deleteExpired(now())
  accounts.insertSession(owner.id, 'link', hashOf(secret), now(), lifetime)
  return { url: `${origin()}/app/#signin=${secret}`, secret, expiresAt: now().getTime() + lifetime }
}

/** Opens a browser session for a one-time link or a whole API key; undefined when the secret is neither. */
export function openBrowserSession(
  { db, now, randomBytes, config }: Needs,
  secret: string,
): { cookie: string; userId: number } | undefined {
  const accounts = accountQueries(db)
  return db.transaction(() => {
    const hash = hashOf(secret)
    const userId = accounts.takeLink(hash, now()) ?? accounts.operatorByKey(hash, now())?.userId
    if (userId === undefined) return undefined
    const cookie = randomBytes(SECRET_BYTES).toString('base64url')
    accounts.insertSession(userId, 'browser', hashOf(cookie), now(), config.limits.sessionMs)
    return { cookie, userId }
  })()
}
