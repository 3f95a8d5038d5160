/*
 * GET    /user/assistant/:id/answer-pack          getAnswerPack
 * PUT    /user/assistant/:id/answer-pack          publishAnswerPack
 * GET    /user/assistant/:id/answer-pack/package  downloadAnswerPack
 */
import { downloadAnswerPack, getAnswerPack, publishAnswerPack } from '#contracts/answer-packs.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { sendZip } from '../../../http/zip.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { packageEntries } from './package.ts'
import { packFileName, presentPack } from './present.ts'
import { publishPack } from './publish.ts'
import { answerPackQueries } from './queries.ts'

/** Answer packs for websites whose Parley cannot be reached. */
export const answerPackRoutes: Routes = (context) => {
  const { handle, db, now } = context

  handle(getAnswerPack, ({ principal, params }) =>
    presentPack(context, find(principal.userId, params.id)),
  )

  handle(publishAnswerPack, async ({ principal, params, body }) => {
    const assistant = find(principal.userId, params.id)
    await publishPack(context, assistant, body.passage_ids)
    return presentPack(context, assistant)
  })

  handle(downloadAnswerPack, ({ principal, params, req, res }) => {
    const assistant = find(principal.userId, params.id)
    const row = answerPackQueries(db).find(assistant.id)
    if (!row) throw notFound('answer_pack_not_found')
    return sendZip(
      { req, res },
      {
        name: 'parley-widget',
        at: now(),
        entries: packageEntries({ name: packFileName(assistant.uuid), content: row.file }),
      },
    )
  })

  function find(userId: number, id: number): AssistantWithLanguage {
    const assistant = assistantQueries(db).find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return assistant
  }
}
