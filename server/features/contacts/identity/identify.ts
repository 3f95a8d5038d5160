import type { Context } from '../../../context.ts'
import { newUuid } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { VisitorPrincipal } from '../../../http/principal.ts'
import { tokenCredential, visitorCredential } from '../../conversations/visitors/credentials.ts'
import {
  type NewVisitor,
  type VisitorRow,
  visitorQueries,
} from '../../conversations/visitors/queries.ts'
import { issueToken } from '../../conversations/visitors/token.ts'
import { mergeContact } from '../merge.ts'
import { separateIfContradicted } from '../merges/separate.ts'
import { recordContact } from '../record.ts'
import type { Identity } from './verify.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'randomBytes' | 'config' | 'write'>

/** A visitor and the token for their conversations. */
interface Session {
  readonly visitor: VisitorRow
  readonly token: string
}

/** Page and browser of a visit. */
export type Arrival = Omit<NewVisitor, 'uuid' | 'now'>

/**
 * Creates a visitor, or finds the contact that the website vouches for, whichever browser they use. Concurrent arrivals
 * with the same identity become one contact.
 */
export function arrive(
  tx: Tx,
  context: Needs,
  arrival: Arrival,
  identity: Identity | undefined,
): Session {
  const { db, now } = context
  const visitors = visitorQueries(db)

  const known = identity && visitors.byExternalId(arrival.assistantId, identity.sub)
  const uuid = newUuid(context)
  const visitor = known ?? visitors.insert(tx, { ...arrival, uuid, now: now().getTime() })
  if (identity) vouchFor(tx, context, visitor, identity)
  return { visitor, token: issueToken(tx, context, visitor.id) }
}

/**
 * Handles a website vouching for its visitor. An anonymous visitor is merged into that contact with all of their data;
 * if the token belonged to another contact, it is revoked.
 * @param token the visitor's own
 */
export async function identify(
  context: Needs,
  principal: VisitorPrincipal,
  token: string,
  identity: Identity,
): Promise<Session> {
  const { db, write, hub } = context
  const visitors = visitorQueries(db)
  // Undefined if they were erased or merged a moment ago.
  const before = visitors.find(principal.id)
  const isAnonymous = before?.external_id === null
  const session = await write((tx): Session => {
    const known = visitors.byExternalId(principal.assistantId, identity.sub)
    const isOwn = before !== undefined && (known ? known.id === before.id : isAnonymous)
    if (isOwn) {
      vouchFor(tx, context, before, identity)
      return { visitor: before, token }
    }
    const found = arrive(tx, context, arrivalOf(principal, before), identity)
    if (before && isAnonymous) mergeContact(tx, context, before, found.visitor)
    else visitors.revokeToken(tx, principal.tokenHash)
    return found
  })
  if (session.token !== token) {
    hub.closeSession(
      isAnonymous ? visitorCredential(principal.id) : tokenCredential(principal.tokenHash),
    )
  }
  return session
}

function vouchFor(
  tx: Tx,
  context: Needs,
  visitor: VisitorRow,
  { sub, name, email, phone }: Identity,
): void {
  const vouched = { id: visitor.id, externalId: sub, name, email, phone }
  if (!visitorQueries(context.db).vouch(tx, vouched)) return
  separateIfContradicted(tx, context, visitor.id)
  recordContact(tx, context, visitor)
}

/** Arrival data of the same website and browser. */
function arrivalOf(principal: VisitorPrincipal, before: VisitorRow | undefined): Arrival {
  return {
    userId: principal.userId,
    assistantId: principal.assistantId,
    pageUrl: before?.page_url ?? null,
    pageTitle: before?.page_title ?? null,
    userAgent: before?.user_agent ?? null,
    language: before?.language ?? null,
    timezone: before?.timezone ?? null,
  }
}
