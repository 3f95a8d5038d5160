/*
 * POST   /chat-links/open                      openChatLink
 * DELETE /user/conversations/:uuid/chat-links  revokeChatLinks
 */
import { openChatLink, revokeChatLinks } from '#contracts/chat-links.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../../conversations/find.ts'
import { openChat } from './open.ts'
import { chatLinkQueries } from './queries.ts'

/** Private links that open a chat on another device. */
export const chatLinkRoutes: Routes = (context) => {
  const { handle, gate, db, write, now } = context

  handle(openChatLink, async ({ body, charge, req }) => {
    try {
      const { link, token } = await write((tx) => {
        const opened = openChat(tx, context, body.token)
        // Refused, the link stays unused.
        charge(opened.link.assistant_id)
        return opened
      })
      const { assistant_uuid, conversation_uuid, visitor_uuid, email } = link
      return {
        assistant_id: assistant_uuid,
        conversation_id: conversation_uuid,
        visitor_id: visitor_uuid,
        email,
        token,
      }
    } catch (error) {
      // A guess counts as one of a key.
      if (error instanceof AppError && error.code === 'chat_link_not_found')
        gate.limit('badKeys', addressKey(req.ip))
      throw error
    }
  })

  handle(revokeChatLinks, async ({ principal, params }) => {
    const { id } = findConversation(db, principal.userId, params.uuid)
    const revoked = await write((tx) => chatLinkQueries(db).revoke(tx, id, now()))
    return { message: 'Links revoked', revoked }
  })
}
