import {
  disableAi,
  enableAi,
  endConversation as endConversationEndpoint,
  getConversation,
  listConversations,
  listInbox,
  readConversation,
  replyToConversation,
  typeInConversation,
} from '#contracts/conversations.ts'
import { ifSet, periodOf, toIso } from '../../db/time.ts'
import { InvalidFields, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { selectedInvalid } from '../../http/validation.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { endConversation, reopenConversation } from '../conversations/end.ts'
import { listedConversations } from '../conversations/list-queries.ts'
import { postMessage } from '../conversations/post.ts'
import { presentConversation, presentInboxItem, presentVisitor } from '../conversations/present.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { recordConversation } from '../conversations/record.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import type { Turns } from '../turns/run.ts'
import { handBack, takeOver } from '../turns/takeover.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { presentDelivery } from '../webhooks/present.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { type InboxCursor, parseInboxCursor, printInboxCursor } from './inbox-cursor.ts'

/** What operators do with conversations. */
export const deskRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, events, hub } = context
  const conversations = conversationQueries(db)
  const listed = listedConversations(db)
  const messages = messageQueries(db)
  const visitors = visitorQueries(db)

  handle(listConversations, ({ principal: { userId }, query, page }) => {
    if (query.assistant_id !== undefined && !assistantQueries(db).has(userId, query.assistant_id)) {
      throw new InvalidFields({ assistant_id: [selectedInvalid('assistant_id')] })
    }
    const list = listed(userId, {
      type: query.type,
      assistantId: query.assistant_id,
      ...periodOf(query),
    })
    return page.of(list.total, (slice) => list.rows(slice).map(presentConversation))
  })

  handle(listInbox, ({ principal: { userId }, query }) => {
    const { updatedAt, id } = parseInboxCursor(query.before)
    const cursor = events.last()
    const rows = conversations.inbox(userId, updatedAt, id)
    const last = rows.length === conversations.inboxPageSize ? rows.at(-1) : undefined
    return {
      data: rows.map((row) => presentInboxItem(row, hub)),
      before: last ? printInboxCursor(cursorOf(last)) : null,
      cursor,
    }
  })

  handle(getConversation, ({ principal, params }) => {
    const cursor = events.last()
    const row = find(principal.userId, params.uuid)
    const visitor = row.visitor_id === null ? undefined : visitors.find(row.visitor_id)
    return {
      ...presentConversation(row),
      messages: messages.all(row.id).map(presentMessage),
      visitor: visitor ? presentVisitor(visitor, hub) : null,
      variables: JSON.parse(row.variables),
      webhook_deliveries: webhookQueries(db).ofConversation(row.id).map(presentDelivery),
      ended_at: ifSet(row.ended_at, toIso),
      cursor,
    }
  })

  handle(replyToConversation, ({ principal, params, body }) => {
    const row = find(principal.userId, params.uuid)
    const { message } = db.transaction(() => {
      const posted = postMessage(context, row, {
        author: 'operator',
        authorName: principal.name,
        content: body.content,
        clientId: body.client_id,
      })
      if (posted.isNew) reopenConversation(context, row)
      return posted
    })()
    return { message: 'Message sent successfully', data: message }
  })

  handle(typeInConversation, ({ principal, params, body }) => {
    const row = find(principal.userId, params.uuid)
    if (row.visitor_id !== null) {
      hub.tellVisitor(row.visitor_id, 'typing', {
        conversation_id: row.uuid,
        author: 'operator',
        active: body.active,
      })
    }
    return { message: 'Noted' }
  })

  handle(readConversation, ({ principal, params, body }) => {
    const row = find(principal.userId, params.uuid)
    db.transaction(() => {
      const seq = Math.min(body.seq, row.message_count)
      if (conversations.read(row.id, seq))
        recordConversation(context, row.id, 'conversation.updated')
    })()
    return { message: 'Marked as seen' }
  })

  handle(endConversationEndpoint, ({ principal, params }) => {
    const { id, uuid } = find(principal.userId, params.uuid)
    endConversation(context, id)
    const row = find(principal.userId, uuid)
    return {
      message: 'Conversation ended successfully',
      data: { ...presentConversation(row), ended_at: toIso(row.ended_at!) },
    }
  })

  handle(disableAi, ({ principal, params }) => {
    takeOver(context, find(principal.userId, params.uuid))
    return { status: true as const, ai_enabled: false }
  })

  handle(enableAi, ({ principal, params }) => {
    handBack(context, find(principal.userId, params.uuid))
    return { status: true as const, ai_enabled: true }
  })

  function find(userId: number, uuid: string): ConversationRow {
    const row = conversations.ofUser(userId, uuid)
    if (!row) throw notFound('Conversation not found')
    return row
  }
}

const cursorOf = (row: ConversationRow): InboxCursor => ({ updatedAt: row.updated_at, id: row.id })
