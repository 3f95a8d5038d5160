/*
 * POST   /user/conversations/:uuid/attachments      uploadAttachment
 * DELETE /user/conversations/:uuid/attachments/:id  deleteAttachment
 */
import { deleteAttachment, uploadAttachment } from '#contracts/attachments.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { presentAttachment } from './present.ts'
import { attachmentQueries } from './queries.ts'
import { receiveFile } from './receive.ts'

/** Files for messages that are to be sent by the desk. */
export const attachmentRoutes: Routes = (context) => {
  const { handle, db, write, attachments: files } = context
  const attachments = attachmentQueries(db)

  handle(uploadAttachment, async ({ principal, params, body: { file } }) => {
    const row = await receiveFile(context, file, () => ({
      conversationId: find(principal.userId, params.uuid).id,
      operatorId: principal.operatorId,
    }))
    return { message: 'Attachment uploaded successfully', data: presentAttachment(row) }
  })

  handle(deleteAttachment, async ({ principal, params }) => {
    const { id } = find(principal.userId, params.uuid)
    const row = attachments.unsent(id, 'desk', params.id)
    if (!row) throw notFound('attachment_not_found')
    await write((tx) => attachments.remove(tx, row.id))
    files.remove(row.key)
    return { message: 'Attachment deleted successfully' }
  })

  function find(userId: number, uuid: string): ConversationRow {
    const row = conversationQueries(db).ofUser(userId, uuid)
    if (!row) throw notFound('conversation_not_found')
    return row
  }
}
