import { type Context, newSecret } from '../../context.ts'
import { hashOf } from '../../http/principal.ts'
import { accountQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'config' | 'origin'>

export interface SignInLink {
  readonly url: string
  /** What the link's fragment carries. A fragment is sent to no server and written to no log. */
  readonly secret: string
  readonly expiresAt: number
}

/** A link that signs the owner in once. */
export function createSignInLink(context: Needs): SignInLink {
  const { db, now, config, origin } = context
  const accounts = accountQueries(db)
  const owner = accounts.owner()
  if (!owner) throw new Error('There is no owner to sign in')
  const secret = newSecret(context)
  const lifetime = config.limits.signInLinkMs
  accounts.deleteExpired(now())
  const time = now().getTime()
  accounts.insertSession({
    userId: owner.id,
    kind: 'link',
    hash: hashOf(secret),
    apiKeyId: null,
    expiresAt: time + lifetime,
    now: time,
  })
  return { url: `${origin()}/app/#signin=${secret}`, secret, expiresAt: time + lifetime }
}

/**
 * Opens a browser session for a one-time link or a whole API key, with which it ends; undefined when the secret is
 * neither.
 */
export function openBrowserSession(
  context: Needs,
  secret: string,
): { cookie: string; userId: number } | undefined {
  const { db, now, config } = context
  const accounts = accountQueries(db)
  return db.transaction(() => {
    const hash = hashOf(secret)
    const linked = accounts.takeLink(hash, now())
    const key = linked === undefined ? accounts.keyOf(hash, now()) : undefined
    const userId = linked ?? key?.userId
    if (userId === undefined) return undefined
    const cookie = newSecret(context)
    const time = now().getTime()
    accounts.insertSession({
      userId,
      kind: 'browser',
      hash: hashOf(cookie),
      apiKeyId: key?.id ?? null,
      expiresAt: time + config.limits.sessionMs,
      now: time,
    })
    return { cookie, userId }
  })()
}
