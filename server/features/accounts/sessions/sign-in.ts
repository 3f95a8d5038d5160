import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { hashOf, type Operator } from '../../../http/principal.ts'
import type { Holder } from '../credentials.ts'
import { confirmAddress } from '../operators/confirm-email.ts'
import { operatorQueries } from '../operators/queries.ts'
import { accountQueries } from '../queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'config' | 'origin' | 'write'>

export interface SignInLink {
  readonly url: string
  /** Secret in the link's fragment, which is never sent to a server or logged. */
  readonly secret: string
  readonly expiresAt: number
}

/**
 * Creates a one-time sign-in link for an operator; it ends with its issuer. An invitation, to somebody who is not signed in anywhere,
 * lasts longer. One that goes to their address by email, and nowhere else, confirms that address if they have confirmed none before.
 */
export function createSignInLink(
  tx: Tx,
  context: Needs,
  { userId, operatorId }: Holder,
  issuedBy: number | null,
  emailedTo: string | null = null,
): SignInLink {
  const { db, now, config, origin } = context
  const accounts = accountQueries(db)
  const secret = newSecret(context)
  accounts.deleteExpired(tx, now())
  const isInvitation =
    issuedBy !== null && issuedBy !== operatorId && !operatorQueries(db).isSignedIn(operatorId)
  const lifetime = isInvitation ? config.limits.invitationMs : config.limits.signInLinkMs
  const time = now().getTime()
  accounts.insertSession(tx, {
    userId,
    operatorId,
    kind: 'link',
    hash: hashOf(secret),
    apiKeyId: null,
    issuedBy,
    userAgent: null,
    address: null,
    emailedTo,
    expiresAt: time + lifetime,
    now: time,
  })
  return { url: `${origin()}/app/#signin=${secret}`, secret, expiresAt: time + lifetime }
}

/** Creates a one-time sign-in link for the owner. */
export async function createOwnerLink(context: Needs): Promise<SignInLink> {
  const owner = accountQueries(context.db).owner()
  if (!owner) throw new Error('There is no owner to sign in')
  return await context.write((tx) =>
    createSignInLink(tx, context, { userId: owner.id, operatorId: owner.operator_id }, null),
  )
}

/** The operator that a one-time link or full API key would sign in; undefined if the secret is neither. Does not consume the link. */
export function operatorOfSecret(
  { db, now }: Pick<Context, 'db' | 'now'>,
  secret: string,
): Operator | undefined {
  const accounts = accountQueries(db)
  const hash = hashOf(secret)
  return accounts.operatorByLink(hash, now()) ?? accounts.operatorByKey(hash, now())?.operator
}

/** A browser that signs in, as shown to the owner. */
export interface Browser {
  readonly userAgent: string | null
  readonly address: string | null
}

/** Opens a browser session for a one-time link or full API key, with which it ends; undefined if the secret is neither. */
export async function openBrowserSession(
  context: Needs & Pick<Context, 'events'>,
  secret: string,
  browser: Browser,
): Promise<{ cookie: string; userId: number } | undefined> {
  const { db, write, now, config } = context
  const accounts = accountQueries(db)
  return await write((tx) => {
    const hash = hashOf(secret)
    const linked = accounts.takeLink(tx, hash, now())
    const key = linked ? undefined : accounts.keyOf(hash)
    const holder = linked ?? key
    if (!holder) return undefined
    if (key) accounts.noteKeyUse(tx, key.id, now())
    const { userId, operatorId } = holder
    // Whoever has confirmed an address opens the link that confirms another one: it may have been changed by somebody else.
    if (
      linked?.emailedTo &&
      operatorQueries(db).ofUser(userId, operatorId)?.confirmed_email === null
    )
      confirmAddress(tx, context, holder, linked.emailedTo)
    const cookie = newSecret(context)
    const time = now().getTime()
    accounts.insertSession(tx, {
      userId,
      operatorId,
      kind: 'browser',
      hash: hashOf(cookie),
      apiKeyId: key?.id ?? null,
      issuedBy: linked?.issuedBy ?? null,
      ...browser,
      emailedTo: null,
      expiresAt: time + config.limits.sessionMs,
      now: time,
    })
    return { cookie, userId }
  })
}
