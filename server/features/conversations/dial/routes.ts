/*
 * PUT    /user/conversations/:uuid/dial  turnDial
 */
import { turnDial as turnDialEndpoint } from '#contracts/dial.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentDial } from '../present.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { turnDial } from '../turns/dial.ts'
import type { Turns } from '../turns/run.ts'

/** The dial of a conversation. */
export const dialRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, write } = context
  const conversations = conversationQueries(db)

  handle(turnDialEndpoint, async ({ principal: { userId, operatorId }, params, body }) => {
    const row = await write((tx) =>
      turnDial(tx, context, find(userId, params.uuid), { ...body, by: operatorId }),
    )
    return { message: 'Dial turned successfully', data: presentDial(row) }
  })

  function find(userId: number, uuid: string): ConversationRow {
    const row = conversations.ofUser(userId, uuid)
    if (!row) throw notFound('conversation_not_found')
    return row
  }
}
