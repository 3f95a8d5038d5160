/*
 * PUT    /user/assistant/:id/picture  setAssistantPicture
 * DELETE /user/assistant/:id/picture  deleteAssistantPicture
 */
import { deleteAssistantPicture, setAssistantPicture } from '#contracts/assistant-pictures.ts'
import type { Tx } from '../../../db/write.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { picturePath } from '../../platform/pictures/present.ts'
import { pictureQueries } from '../../platform/pictures/queries.ts'
import { receivePicture } from '../../platform/pictures/receive.ts'
import { savePicture } from '../../platform/pictures/save.ts'
import { summarize } from '../present.ts'
import { assistantQueries } from '../queries.ts'
import type { AssistantRow } from '../row.ts'

/** Pictures of assistants; they are no settings, and versions do not have them. */
export const assistantPictureRoutes: Routes = (context) => {
  const { handle, db, write, events } = context
  const pictures = pictureQueries(db)

  handle(setAssistantPicture, async ({ principal: { userId }, params, body: { file } }) => {
    find(userId, params.id)
    const picture = await receivePicture(file)
    return await write((tx) => {
      const assistant = find(userId, params.id)
      savePicture(tx, context, userId, { assistantId: assistant.id }, picture)
      record(tx, assistant)
      const path = picturePath(pictures.ofAssistant(assistant.id))
      return { message: 'Picture updated successfully', data: { picture: path } }
    })
  })

  handle(deleteAssistantPicture, ({ principal: { userId }, params }) =>
    write((tx) => {
      const assistant = find(userId, params.id)
      pictures.remove(tx, { assistantId: assistant.id })
      record(tx, assistant)
      return { message: 'Picture removed successfully', data: { picture: null } }
    }),
  )

  function record(tx: Tx, assistant: AssistantRow): void {
    const payload = summarize(assistant)
    events.record(tx, { userId: assistant.user_id, type: 'assistant.updated', payload })
  }

  function find(userId: number, id: number): AssistantRow {
    const assistant = assistantQueries(db).find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return assistant
  }
}
