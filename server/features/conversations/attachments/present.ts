import type { Attachment } from '#contracts/attachment-fields.ts'
import type { AttachmentRow } from './queries.ts'

/** An attachment as shown to the readers of its message. */
export function presentAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    name: row.name,
    media_type: row.media_type,
    size: row.size,
    width: row.width,
    height: row.height,
    url: `/attachments/${row.key}`,
  }
}
