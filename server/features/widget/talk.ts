/*
 * POST   /widget/conversations/:uuid/messages     sendVisitorMessage
 * POST   /widget/conversations/:uuid/stop         stopAnswer
 * POST   /widget/conversations/:uuid/continue     continueVisitorAnswer
 * PUT    /widget/conversations/:uuid/variables    setVisitorVariables
 * POST   /widget/conversations/:uuid/attachments  uploadVisitorFile
 * POST   /widget/conversations/:uuid/end          endVisitorConversation
 * POST   /widget/conversations/:uuid/typing       typeAsVisitor
 * POST   /widget/conversations/:uuid/read         readAsVisitor
 */
import {
  continueVisitorAnswer,
  endVisitorConversation,
  readAsVisitor,
  sendVisitorMessage,
  setVisitorVariables,
  stopAnswer as stopAnswerEndpoint,
  typeAsVisitor,
  uploadVisitorFile,
} from '#contracts/widget.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { presentAttachment } from '../conversations/attachments/present.ts'
import { receiveFile } from '../conversations/attachments/receive.ts'
import { endConversation } from '../conversations/end.ts'
import { presentMessage } from '../conversations/messages/present.ts'
import { messageQueries } from '../conversations/messages/queries.ts'
import { conversationQueries, type OwnConversationRow } from '../conversations/queries.ts'
import { continueAnswer } from '../conversations/turns/continue.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { say } from '../conversations/turns/say.ts'
import { stopAnswer } from '../conversations/turns/stop.ts'
import { addVariables } from './add-variables.ts'
import { presentOwnConversation } from './present.ts'

/** Visitors' endpoints for their own conversations. */
export const talkRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, gate, db, write, events, hub } = context
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)
  const find = (visitorId: number, uuid: string) => ownConversation(context, visitorId, uuid)

  handle(sendVisitorMessage, async ({ principal, params, body, refund }) => {
    const { content, client_id: clientId, attachment_ids: attachmentIds } = body
    const row = conversations.spokenByVisitor(principal.id, params.uuid)
    if (!row) throw notFound('conversation_not_found')
    const known = messages.byClientId(row.id, clientId)
    if (known) {
      // A retry of an accepted message is no further message.
      refund()
      return { data: presentMessage(known) }
    }
    gate.limit('visitorMessages', String(principal.id))
    const call = context.liveCalls.ofConversation(row.id)
    const isOnCall = call !== undefined
    const message = { content, clientId, isNew: true, attachmentIds, isOnCall }
    const said = await write((tx) => say(tx, context, row, message))
    call?.typed(content)
    return { data: said.message }
  })

  handle(stopAnswerEndpoint, async ({ principal, params }) => {
    const row = find(principal.id, params.uuid)
    await stopAnswer(context, row)
    return { message: 'Noted' }
  })

  handle(continueVisitorAnswer, async ({ principal, params }) => {
    const row = find(principal.id, params.uuid)
    gate.limit('visitorMessages', String(principal.id))
    return { data: (await write((tx) => continueAnswer(tx, context, row))) ?? null }
  })

  handle(setVisitorVariables, async ({ principal, params, body }) => {
    const row = find(principal.id, params.uuid)
    await addVariables(context, row, principal.id, body.variables)
    return { message: 'Noted' }
  })

  handle(uploadVisitorFile, async ({ principal, params, body: { file } }) => {
    const place = () => ({
      conversationId: find(principal.id, params.uuid).id,
      operatorId: null,
    })
    place()
    return { data: presentAttachment(await receiveFile(context, file, place)) }
  })

  handle(endVisitorConversation, async ({ principal, params }) => {
    const { id, uuid } = find(principal.id, params.uuid)
    await write((tx) => endConversation(tx, context, id, 'visitor'))
    return { data: presentOwnConversation(find(principal.id, uuid)) }
  })

  handle(typeAsVisitor, ({ principal, params, body }) => {
    const { uuid, assistant_id } = find(principal.id, params.uuid)
    const isShown =
      body.active && body.text && assistantQueries(db).byId(assistant_id)?.draft_preview === 1
    hub.sendToUser(principal.userId, 'typing', {
      conversation_id: uuid,
      author: 'visitor',
      active: body.active,
      ...(isShown && { text: body.text }),
    })
    return { message: 'Noted' }
  })

  handle(readAsVisitor, async ({ principal, params, body }) => {
    const { id, uuid } = find(principal.id, params.uuid)
    await write((tx) => {
      if (conversations.readByVisitor(tx, id, body.seq)) {
        events.record(tx, {
          userId: principal.userId,
          type: 'conversation.seen',
          payload: { conversation_id: uuid, seq: find(principal.id, uuid).visitor_read_seq },
        })
      }
    })
    return { message: 'Noted' }
  })
}

/**
 * A conversation of the visitor.
 * @throws AppError `not_found` for any other
 */
export function ownConversation(
  { db }: Pick<Context, 'db'>,
  visitorId: number,
  uuid: string,
): OwnConversationRow {
  const row = conversationQueries(db).ofVisitor(visitorId, uuid)
  if (!row) throw notFound('conversation_not_found')
  return row
}
