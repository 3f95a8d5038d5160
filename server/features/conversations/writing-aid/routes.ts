/*
 * GET    /user/conversations/:uuid/writing-aid               getWritingAid
 * POST   /user/conversations/:uuid/writing-aid               askWritingAid
 * POST   /user/conversations/:uuid/messages/:id/translation  translateMessage
 */
import type { Response } from 'express'
import { fault } from '#contracts/faults.ts'
import { askWritingAid, getWritingAid, translateMessage } from '#contracts/writing-aid.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { messageQueries } from '../messages/queries.ts'
import { propose } from './ask.ts'
import { helperOf, visitorLanguage } from './helper.ts'
import { translationQueries } from './queries.ts'
import { recordTranslation } from './record.ts'

/** Messages that a summary reads. */
const SUMMARISED = 200

/** Help with replies by a model that only proposes, and messages in other languages. */
export const writingAidRoutes: Routes = (context) => {
  const { handle, gate, db, write } = context
  const messages = messageQueries(db)

  handle(getWritingAid, ({ principal: { userId }, params }) => {
    const row = findConversation(db, userId, params.uuid)
    return {
      data: {
        model: helperOf(context, row)?.row.name ?? null,
        visitor_language: visitorLanguage(context, row),
      },
    }
  })

  handle(askWritingAid, async ({ principal: { userId }, params, body, res }) => {
    const row = findConversation(db, userId, params.uuid)
    const { task, text, language } = body
    if (task !== 'summarise' && text === undefined)
      throw new InvalidFields({ text: [fault('required')] })
    if (task === 'translate' && language === undefined)
      throw new InvalidFields({ language: [fault('required')] })
    gate.limit('writingAid', String(userId))
    const work =
      task === 'summarise'
        ? { task, language, messages: messages.latest(row.id, SUMMARISED) }
        : { task, text, ...(task === 'translate' && { language }) }
    const proposed = await propose(context, row, work, cancelOf(res))
    return { data: { ...proposed, language: task === 'translate' ? (language ?? null) : null } }
  })

  handle(translateMessage, async ({ principal: { userId }, params, body, res }) => {
    const row = findConversation(db, userId, params.uuid)
    const { language } = body
    const message = messages.ofConversation(row.id, params.id)
    if (!message) throw notFound('message_not_found')
    if (message.status === 'streaming' || messages.isResumable(message.id))
      throw new AppError('answer_not_ready')
    const known = translationQueries(db).find(message.id, language)
    if (known) return { data: known, cost: 0 }
    gate.limit('writingAid', String(userId))
    const work = { task: 'translate', text: message.content, language } as const
    const { text: content, cost } = await propose(context, row, work, cancelOf(res))
    const data = { language, content, is_original: false }
    await write((tx) => {
      // An answer that was cut off may have been continued since.
      const now = messages.find(message.id)
      if (now?.content !== message.content || now.status === 'streaming')
        throw new AppError('answer_not_ready')
      recordTranslation(tx, context, row, message.id, data)
    })
    return { data, cost }
  })
}

/** Aborted when the client closes its request. */
function cancelOf(res: Response): AbortSignal {
  const closed = new AbortController()
  res.once('close', () => closed.abort())
  return closed.signal
}
