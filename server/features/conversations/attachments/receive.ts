import { MAX_ATTACHMENT } from '#contracts/constants.ts'
import { fault } from '#contracts/faults.ts'
import { type Context, newSecret } from '../../../context.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { receivedPath } from '../../../http/upload.ts'
import { kindOf } from './kind.ts'
import { safeName } from './name.ts'
import { pictureSize } from './picture-size.ts'
import { type AttachmentRow, attachmentQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'attachments' | 'write'>

/** A picture's dimensions are within its first bytes, after the profile and thumbnail. */
const HEADER_BYTES = 1024 * 1024

/** Conversation and uploader of a file: an operator by id, or null for the visitor. */
interface Place {
  readonly conversationId: number
  readonly operatorId: number | null
}

/**
 * Receives a file for an unsent message. Its type is detected from its bytes.
 * @param place finds the conversation and uploader, or throws; called again after the upload, because the conversation
 * may be gone by then
 * @throws InvalidFields for `file`, AppError `too_large`
 */
export async function receiveFile(
  context: Needs,
  file: File,
  place: () => Place,
): Promise<AttachmentRow> {
  const { db, write, now, attachments: files } = context
  const attachments = attachmentQueries(db)
  place()
  if (file.size > MAX_ATTACHMENT) throw new AppError('attachment_too_large')
  const name = safeName(file.name)
  const media_type = file.size > 0 ? await kindOf(file, name) : undefined
  if (!media_type) throw new InvalidFields({ file: [fault('file_kind_not_allowed')] })
  const beginning = Buffer.from(await file.slice(0, HEADER_BYTES).arrayBuffer())
  const { width = null, height = null } = pictureSize(beginning, media_type) ?? {}
  // Row first: a file without a row would never be found again.
  const row = await write((tx) =>
    attachments.insert(tx, {
      ...place(),
      key: newSecret(context),
      name,
      media_type,
      size: file.size,
      width,
      height,
      now: now().getTime(),
    }),
  )
  try {
    await files.adopt(row.key, receivedPath(file))
  } catch (error) {
    await write((tx) => attachments.remove(tx, row.id))
    throw error
  }
  return row
}
