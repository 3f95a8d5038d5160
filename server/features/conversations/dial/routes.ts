/*
 * PUT    /user/conversations/:uuid/dial  turnDial
 */
import { turnDial as turnDialEndpoint } from '#contracts/dial.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { presentDial } from '../present.ts'
import { turnDial } from '../turns/dial.ts'
import type { Turns } from '../turns/run.ts'

/** The dial of a conversation. */
export const dialRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, write } = context

  handle(turnDialEndpoint, async ({ principal: { userId, operatorId }, params, body }) => {
    const row = await write((tx) =>
      turnDial(tx, context, findConversation(db, userId, params.uuid), { ...body, by: operatorId }),
    )
    return { message: 'Dial turned successfully', data: presentDial(row) }
  })
}
