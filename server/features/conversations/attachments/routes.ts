/*
 * POST   /user/conversations/:uuid/attachments      uploadAttachment
 * DELETE /user/conversations/:uuid/attachments/:id  deleteAttachment
 */
import { deleteAttachment, uploadAttachment } from '#contracts/attachments.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { presentAttachment } from './present.ts'
import { attachmentQueries } from './queries.ts'
import { receiveFile } from './receive.ts'

/** Uploads for messages that operators are about to send. */
export const attachmentRoutes: Routes = (context) => {
  const { handle, db, write, attachments: files } = context
  const attachments = attachmentQueries(db)

  handle(uploadAttachment, async ({ principal, params, body: { file } }) => {
    const row = await receiveFile(context, file, () => ({
      conversationId: findConversation(db, principal.userId, params.uuid).id,
      operatorId: principal.operatorId,
    }))
    return { message: 'Attachment uploaded successfully', data: presentAttachment(row) }
  })

  handle(deleteAttachment, async ({ principal, params }) => {
    const { id } = findConversation(db, principal.userId, params.uuid)
    const row = attachments.unsent(id, 'desk', params.id)
    if (!row) throw notFound('attachment_not_found')
    await write((tx) => attachments.remove(tx, row.id))
    files.remove(row.key)
    return { message: 'Attachment deleted successfully' }
  })
}
