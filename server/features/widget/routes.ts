import type { Request, Response } from 'express'
import {
  endVisitorConversation,
  getPublicAssistant,
  getVisitorConversation,
  listVisitorConversations,
  openVisitorConversation,
  openVisitorSession,
  readAsVisitor,
  sendVisitorMessage,
  typeAsVisitor,
  type VisitorConversation,
  visitPage,
} from '#contracts/widget.ts'
import { newSecret, newUuid } from '../../context.ts'
import { toIso } from '../../db/time.ts'
import { notFound } from '../../errors.ts'
import { hashOf } from '../../http/principal.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { endConversation } from '../conversations/end.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { initialMessage, startConversation } from '../conversations/start.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import type { Turns } from '../turns/run.ts'
import { say } from '../turns/say.ts'
import { pageAddress, pageQueries } from '../visitors/page-queries.ts'
import { visitorQueries } from '../visitors/queries.ts'

/** The visitor's plane: what the chat widget speaks. */
export const widgetRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, gate, db, events, hub, now } = context
  const assistants = assistantQueries(db)
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)
  const visitors = visitorQueries(db)

  handle(getPublicAssistant, ({ params, req, res }) => {
    gate.limit('siteReads', addressKey(req.ip))
    const assistant = admit(params.uuid, req, res)
    return {
      id: assistant.uuid,
      name: assistant.name,
      language: assistant.language,
      initial_message: initialMessage(assistant, JSON.parse(assistant.variables), now()),
      draft_preview: assistant.draft_preview === 1,
      settings: JSON.parse(assistant.widget_settings),
    }
  })

  handle(openVisitorSession, ({ body, req, res }) => {
    const assistant = admit(body.assistant_id, req, res)
    gate.limit('visitorSessions', addressKey(req.ip))
    const token = newSecret(context)
    const visitor = visitors.insert({
      uuid: newUuid(context),
      userId: assistant.user_id,
      assistantId: assistant.id,
      hash: hashOf(token),
      pageUrl: body.page_url === undefined ? null : pageAddress(body.page_url),
      pageTitle: body.page_title ?? null,
      userAgent: req.headers['user-agent']?.slice(0, 500) ?? null,
      language: body.language ?? null,
      timezone: body.timezone ?? null,
      now: now().getTime(),
    })
    if (visitor.page_url !== null) visit(visitor.id, visitor.page_url, visitor.page_title)
    return { visitor_id: visitor.uuid, token }
  })

  handle(openVisitorConversation, ({ principal, body }) => {
    const row = startConversation(context, {
      assistant: assistants.byId(principal.assistantId)!,
      type: 'widget',
      variables: body.variables ?? {},
      visitorId: principal.id,
      clientId: body.client_id,
    })
    return whole(row)
  })

  handle(listVisitorConversations, ({ principal }) => ({
    data: conversations.allOfVisitor(principal.id).map(brief),
  }))

  handle(getVisitorConversation, ({ principal, params }) => whole(find(principal.id, params.uuid)))

  handle(sendVisitorMessage, ({ principal, params, body }) => {
    const row = find(principal.id, params.uuid)
    const known = messages.byClientId(row.id, body.client_id)
    // A retry of what has been accepted is no further message.
    if (!known) gate.limit('visitorMessages', String(principal.id))
    return { data: say(context, row, body.content, body.client_id).message }
  })

  handle(endVisitorConversation, ({ principal, params }) => {
    const { id, uuid } = find(principal.id, params.uuid)
    endConversation(context, id, 'visitor')
    return { data: brief(find(principal.id, uuid)) }
  })

  handle(typeAsVisitor, ({ principal, params, body }) => {
    const { uuid, assistant_id } = find(principal.id, params.uuid)
    const isShown = body.active && body.text && assistants.byId(assistant_id)?.draft_preview === 1
    hub.tellUser(principal.userId, 'typing', {
      conversation_id: uuid,
      author: 'visitor',
      active: body.active,
      ...(isShown && { text: body.text }),
    })
    return { message: 'Noted' }
  })

  handle(readAsVisitor, ({ principal, params, body }) => {
    const { id, uuid } = find(principal.id, params.uuid)
    db.transaction(() => {
      if (conversations.readByVisitor(id, body.seq)) {
        events.record({
          userId: principal.userId,
          type: 'conversation.seen',
          payload: { conversation_id: uuid, seq: find(principal.id, uuid).visitor_read_seq },
        })
      }
    })()
    return { message: 'Noted' }
  })

  handle(visitPage, ({ principal, body }) => {
    gate.limit('visitorPages', String(principal.id))
    const url = pageAddress(body.page_url)
    const title = body.page_title ?? null
    visit(principal.id, url, title)
    hub.tellUser(principal.userId, 'visiting', {
      visitor_id: principal.uuid,
      url,
      title,
      at: toIso(now().getTime()),
    })
    return { message: 'Noted' }
  })

  function visit(visitorId: number, url: string, title: string | null): void {
    db.transaction(() => pageQueries(db).visit({ visitorId, url, title, at: now().getTime() }))()
  }

  /** The assistant that a page asks for; an inactive one is as if it were not there. */
  function admit(uuid: string, req: Request, res: Response): AssistantWithLanguage {
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.status !== 'active') throw notFound('Assistant not found')
    gate.admitSite(req, res, JSON.parse(assistant.allowed_origins))
    return assistant
  }

  function find(visitorId: number, uuid: string): ConversationRow {
    const row = conversations.ofVisitor(visitorId, uuid)
    if (!row) throw notFound('Conversation not found')
    return row
  }

  function whole(row: ConversationRow): VisitorConversation {
    const cursor = events.last()
    return { ...brief(row), messages: messages.all(row.id).map(presentMessage), cursor }
  }
}

function brief(row: ConversationRow): Omit<VisitorConversation, 'messages' | 'cursor'> {
  return {
    id: row.uuid,
    ai_enabled: row.ai_mode !== 'human',
    ended: row.ended_at !== null,
    created_at: toIso(row.created_at),
  }
}
