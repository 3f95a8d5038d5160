import { deleteAttachment, MAX_ATTACHMENT, uploadAttachment } from '#contracts/attachments.ts'
import { newSecret } from '../../context.ts'
import { AppError, InvalidFields, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { kindOf } from './kind.ts'
import { safeName } from './name.ts'
import { pictureSize } from './picture-size.ts'
import { presentAttachment } from './present.ts'
import { attachmentQueries } from './queries.ts'

const REFUSED =
  'This file cannot be sent. Images, sound, video, PDF, office documents, ZIP and plain text can, under a name that says which it is.'

/** Files for messages that are to be sent. */
export const attachmentRoutes: Routes = (context) => {
  const { handle, db, now, attachments: files } = context
  const attachments = attachmentQueries(db)

  handle(uploadAttachment, async ({ principal, params, body: { file } }) => {
    const conversation = find(principal.userId, params.uuid)
    if (file.size > MAX_ATTACHMENT)
      throw new AppError('too_large', 'The file is too large: an attachment may have 10 MB.')
    const name = safeName(file.name)
    const content = Buffer.from(await file.arrayBuffer())
    const media_type = content.length > 0 ? await kindOf(content, name) : undefined
    if (!media_type) throw new InvalidFields({ file: [REFUSED] })
    const { width = null, height = null } = pictureSize(content, media_type) ?? {}
    // The row first: a file without one would never be found again.
    const row = attachments.insert({
      conversationId: conversation.id,
      operatorId: principal.operatorId,
      key: newSecret(context),
      name,
      media_type,
      size: content.length,
      width,
      height,
      now: now().getTime(),
    })
    try {
      files.save(row.key, content)
    } catch (error) {
      attachments.remove(row.id)
      throw error
    }
    return { message: 'Attachment uploaded successfully', data: presentAttachment(row) }
  })

  handle(deleteAttachment, ({ principal, params }) => {
    const { id } = find(principal.userId, params.uuid)
    const row = attachments.unsent(id, params.id)
    if (!row) throw notFound('Attachment not found')
    attachments.remove(row.id)
    files.remove(row.key)
    return { message: 'Attachment deleted successfully' }
  })

  function find(userId: number, uuid: string): ConversationRow {
    const row = conversationQueries(db).ofUser(userId, uuid)
    if (!row) throw notFound('Conversation not found')
    return row
  }
}
