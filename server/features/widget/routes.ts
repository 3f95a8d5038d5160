/*
 * GET    /widget/assistants/:uuid     getPublicAssistant
 * POST   /widget/session              openVisitorSession
 * POST   /widget/conversations        openVisitorConversation
 * GET    /widget/conversations        listVisitorConversations
 * GET    /widget/conversations/:uuid  getVisitorConversation
 * POST   /widget/pages                visitPage
 */
import type { Request, Response } from 'express'
import {
  getPublicAssistant,
  getVisitorConversation,
  listVisitorConversations,
  openVisitorConversation,
  openVisitorSession,
  type VisitorConversation,
  visitPage,
} from '#contracts/widget.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { toIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { notFound, unauthenticated } from '../../errors.ts'
import type { VisitorPrincipal } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { arrive } from '../contacts/identity/identify.ts'
import { verifyIdentity } from '../contacts/identity/verify.ts'
import { presentMessage } from '../conversations/messages/present.ts'
import { messageQueries } from '../conversations/messages/queries.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { initialMessage, startConversation } from '../conversations/start.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { mergedQueries } from '../conversations/visitors/merged-queries.ts'
import { pageAddress, pageQueries } from '../conversations/visitors/page-queries.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'
import { followUpQueries } from '../email/follow-up-queries.ts'
import { senderQueries } from '../email/sender/queries.ts'
import { picturePath } from '../platform/pictures/present.ts'
import { pictureQueries } from '../platform/pictures/queries.ts'
import { awayAt } from '../platform/values/office-hours.ts'
import { canCallFromWebsite, speechOf } from '../speech/speech-of.ts'
import { presentOwnConversation } from './present.ts'
import { createReplyTimes } from './reply-time.ts'
import { ownConversation, talkRoutes } from './talk.ts'

/** People whose faces are shown. */
const MAX_FACES = 3

/** The visitor API, used by the chat widget. */
export const widgetRoutes: Routes<{ turns: Turns }> = (context) => {
  const replyTimeOf = createReplyTimes(context)
  const { handle, gate, db, write, events, hub, now } = context
  const assistants = assistantQueries(db)
  const visitors = visitorQueries(db)

  talkRoutes(context)

  handle(getPublicAssistant, ({ params, req, res }) => {
    const assistant = admit(params.uuid, req, res)
    const hasEmail = senderQueries(db).find() !== undefined
    return {
      id: assistant.uuid,
      name: assistant.name,
      picture: picturePath(pictureQueries(db).ofAssistant(assistant.id)),
      language: assistant.language,
      initial_message: initialMessage(assistant, () => JSON.parse(assistant.variables), now()),
      draft_preview: assistant.draft_preview === 1,
      web_calls: canCallFromWebsite(context, assistant)
        ? {
            noise_cancellation: assistant.enable_noise_cancellation === 1,
            browser_recognition: speechOf(context, assistant).browserHears,
          }
        : null,
      settings: JSON.parse(assistant.widget_settings),
      away: awayOf(assistant),
      reply_minutes: replyTimeOf(assistant),
      email_replies: hasEmail && followUpQueries(db).isOn(assistant.id),
      ...teamOf(assistant.user_id),
    }
  })

  handle(openVisitorSession, async ({ body, charge, req, res }) => {
    const assistant = admit(body.assistant_id, req, res)
    charge(assistant.id)
    const identity =
      body.identity === undefined
        ? undefined
        : await verifyIdentity(context, assistant.id, body.identity)
    const pageUrl = body.page_url === undefined ? null : pageAddress(body.page_url)
    const pageTitle = body.page_title ?? null
    const arrival = {
      userId: assistant.user_id,
      assistantId: assistant.id,
      pageUrl,
      pageTitle,
      userAgent: req.headers['user-agent']?.slice(0, 500) ?? null,
      language: body.language ?? null,
      timezone: body.timezone ?? null,
    }
    return await write((tx) => {
      const { visitor, token } = arrive(tx, context, arrival, identity)
      if (pageUrl !== null) visit(tx, visitor.id, pageUrl, pageTitle)
      return { visitor_id: visitor.uuid, token }
    })
  })

  handle(openVisitorConversation, async ({ principal, body, refund }) => {
    assertVisitorExists(principal)
    // A repeated request creates no further conversation.
    if (conversationQueries(db).byClientId(principal.id, body.client_id)) refund()
    const { uuid } = await write((tx) =>
      startConversation(tx, context, {
        assistant: assistants.byId(principal.assistantId)!,
        type: 'widget',
        variables: body.variables ?? {},
        visitorId: principal.id,
        clientId: body.client_id,
      }),
    )
    return whole(principal.id, uuid)
  })

  handle(listVisitorConversations, ({ principal }) => ({
    data: conversationQueries(db).allOfVisitor(principal.id).map(presentOwnConversation),
  }))

  handle(getVisitorConversation, ({ principal, params }) => whole(principal.id, params.uuid))

  handle(visitPage, async ({ principal, body }) => {
    assertVisitorExists(principal)
    const url = pageAddress(body.page_url)
    const title = body.page_title ?? null
    await write((tx) => visit(tx, principal.id, url, title))
    hub.sendToUser(principal.userId, 'visiting', {
      visitor_id: mergedQueries(db).shownAs(principal.id)?.uuid ?? principal.uuid,
      url,
      title,
      at: toIso(now().getTime()),
    })
    return { message: 'Noted' }
  })

  function visit(tx: Tx, visitorId: number, url: string, title: string | null): void {
    pageQueries(db).visit(tx, { visitorId, url, title, at: now().getTime() })
  }

  /** The people at the desk, and how soon they usually reply. */
  function teamOf(userId: number) {
    const present = context.attendance
      .of(userId)
      .filter(({ status }) => status === 'available')
      .map(({ operator: { id, name } }) => ({
        name,
        picture: picturePath(pictureQueries(db).ofOperator(id)),
      }))
      .sort((one, other) => Number(!one.picture) - Number(!other.picture))
    return {
      team_online: present.length > 0,
      team: present.slice(0, MAX_FACES),
    }
  }

  /** A visitor may be deleted while the body of their own request is still arriving. */
  function assertVisitorExists({ id }: VisitorPrincipal): void {
    if (!visitors.find(id)) throw unauthenticated()
  }

  function awayOf({ widget_settings, timezone }: AssistantWithLanguage) {
    const { hours } = JSON.parse(widget_settings) as WidgetSettings
    return awayAt(hours, timezone, now())
  }

  /** The assistant that a page requests; an inactive one counts as not found. */
  function admit(uuid: string, req: Request, res: Response): AssistantWithLanguage {
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.status !== 'active') throw notFound('assistant_not_found')
    gate.admitSite(req, res, JSON.parse(assistant.allowed_origins))
    return assistant
  }

  function whole(visitorId: number, uuid: string): VisitorConversation {
    const cursor = events.last()
    const row = ownConversation(context, visitorId, uuid)
    const said = messageQueries(db).all(row.id)
    return { ...presentOwnConversation(row), messages: said.map(presentMessage), cursor }
  }
}
