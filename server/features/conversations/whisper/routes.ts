/*
 * POST   /user/conversations/:uuid/whisper  whisperToAssistant
 */
import { whisperToAssistant } from '#contracts/whisper.ts'
import { AppError } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { recordActivity } from '../activities/record.ts'
import { findConversation } from '../find.ts'

/** Hints of operators to an assistant on a call. */
export const whisperRoutes: Routes = (context) => {
  const { handle, db, write, liveCalls } = context

  handle(whisperToAssistant, async ({ principal, params, body: { content } }) => {
    const row = findConversation(db, principal.userId, params.uuid)
    const call = liveCalls.ofConversation(row.id)
    if (!call) throw new AppError('call_over')
    call.whisper(content)
    await write((tx) =>
      recordActivity(tx, context, row, {
        kind: 'whisper',
        operatorId: principal.operatorId,
        data: { content },
      }),
    )
    return { message: 'The assistant knows it with its next answer' }
  })
}
