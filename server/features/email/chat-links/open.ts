import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import { hashOf } from '../../../http/principal.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { isVisitorBlocked } from '../../conversations/blocks/blocked.ts'
import { conversationQueries } from '../../conversations/queries.ts'
import { issueToken } from '../../conversations/visitors/token.ts'
import { type ChatLinkRow, chatLinkQueries } from './queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'events' | 'now' | 'randomBytes'>

/** The chat of a visitor, and a token for it. */
interface OpenedChat {
  readonly link: ChatLinkRow
  readonly token: string
}

/**
 * Exchanges a private link for a token of its visitor, once. Whoever opens it has read the messages of its email.
 * @throws AppError `chat_link_not_found`, `chat_link_expired`, `chat_link_used` or `visitor_blocked`
 */
export function openChat(tx: Tx, context: Needs, secret: string): OpenedChat {
  const { db, events, now } = context
  const hash = hashOf(secret)
  const link = chatLinkQueries(db).find(hash)
  if (link?.is_open !== 1) throw notFound('chat_link_not_found')
  if (link.used_at !== null) throw new AppError('chat_link_used')
  if (link.expires_at <= now().getTime()) throw new AppError('chat_link_expired')
  if (isVisitorBlocked(context, { id: link.visitor_id, userId: link.user_id }))
    throw new AppError('visitor_blocked')
  chatLinkQueries(db).use(tx, hash, now())
  const { conversation_id: id, conversation_uuid: uuid, user_id, seq } = link
  if (conversationQueries(db).readByVisitor(tx, id, seq))
    events.record(tx, {
      userId: user_id,
      type: 'conversation.seen',
      payload: { conversation_id: uuid, seq },
    })
  recordActivity(
    tx,
    context,
    { id, uuid, user_id },
    { kind: 'email_link_opened', operatorId: null },
  )
  return { link, token: issueToken(tx, context, link.visitor_id) }
}
