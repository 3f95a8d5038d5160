import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { hashOf } from '../../../http/principal.ts'
import { chatLinkQueries, LINK_MS } from './queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'now' | 'randomBytes'>

/** Path of the page that exchanges private links; the assistant's UUID follows. */
const PATH = '/continue/'

/**
 * Fragment of a link in a stored email, in place of its secret: operators read the outbox, and are not the visitor. A fragment
 * never reaches a server or its log.
 */
const WITHOUT_SECRET = '#private'

/** Time for which an expired link still says so, ms. */
const EXPLAINED_MS = 30 * 24 * 3_600_000

/** A private link as stored, without its secret; undefined if this server has no public address. */
export const storedLink = ({ config }: Pick<Context, 'config'>, assistantUuid: string) =>
  config.publicUrl === undefined
    ? undefined
    : `${config.publicUrl}${PATH}${assistantUuid}${WITHOUT_SECRET}`

/**
 * Issues the private link of an email that is about to be sent, in place of those of an earlier attempt; only its hash is stored.
 * @returns its secret; undefined if this server has no public address
 */
export function issueLink(tx: Tx, context: Needs, emailId: number): string | undefined {
  const { config, db, now } = context
  if (config.publicUrl === undefined) return undefined
  const links = chatLinkQueries(db)
  const time = now().getTime()
  const secret = newSecret(context)
  links.forget(tx, time - EXPLAINED_MS)
  links.dropUnused(tx, emailId)
  links.insert(tx, { hash: hashOf(secret), emailId, expiresAt: time + LINK_MS })
  return secret
}

/** The text or HTML of an email with the secret of its stored link. */
export const withSecret = (content: string, stored: string, secret: string): string =>
  content.replaceAll(stored, stored.replace(WITHOUT_SECRET, `#${secret}`))
