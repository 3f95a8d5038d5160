/*
 * POST   /user/conversations/:uuid/hold          holdAnswer
 * POST   /user/conversations/:uuid/hold/release  releaseAnswer
 * POST   /user/conversations/:uuid/hold/rewrite  rewriteAnswer
 * DELETE /user/conversations/:uuid/hold          discardAnswer
 */
import {
  discardAnswer as discardAnswerEndpoint,
  holdAnswer as holdAnswerEndpoint,
  releaseAnswer as releaseAnswerEndpoint,
  rewriteAnswer as rewriteAnswerEndpoint,
} from '#contracts/holds.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { discardAnswer, holdAnswer, releaseAnswer, rewriteAnswer } from '../turns/hold.ts'
import type { Turns } from '../turns/run.ts'

/** Answers that operators hold before the visitor sees them. */
export const holdRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db } = context

  handle(holdAnswerEndpoint, async ({ principal, params, body }) => {
    const conversation = findConversation(db, principal.userId, params.uuid)
    const data = await holdAnswer(context, conversation, { ...principal, tab: body.tab })
    return { message: 'The answer is held', data }
  })

  handle(releaseAnswerEndpoint, async ({ principal, params, body }) => {
    const conversation = findConversation(db, principal.userId, params.uuid)
    const data = await releaseAnswer(context, conversation, principal, body.content)
    return { message: 'The answer is released', data }
  })

  handle(rewriteAnswerEndpoint, async ({ principal, params, body }) => {
    const conversation = findConversation(db, principal.userId, params.uuid)
    const data = await rewriteAnswer(context, conversation, principal, body.hint)
    return { message: 'The assistant writes it again', data }
  })

  handle(discardAnswerEndpoint, async ({ principal, params }) => {
    const conversation = findConversation(db, principal.userId, params.uuid)
    await discardAnswer(context, conversation, principal)
    return { message: 'The rest of the answer is discarded', data: null }
  })
}
