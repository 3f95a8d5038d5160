import { z } from 'zod'
import { Attachment } from './attachment-fields.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id } from './scalars.ts'

const NOT_FOUND = 'conversation_not_found'

/** A multipart body with one file. */
export const UploadedFile = z.object({
  file: z.file({ error: issue('not_a_file') }),
})

export const uploadAttachment = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/attachments',
  capability: 'conversations.change',
  summary: 'Upload a file for a message',
  description:
    'A multipart body with `file`, at most 10 MB: images, audio, video, PDF, office documents, archives and plain text, recognised by content. Send the returned id in `attachment_ids` of the message; files not sent within a day are deleted.',
  params: z.object({ uuid: z.string() }),
  body: UploadedFile,
  upload: 'file',
  status: 201,
  refusals: [NOT_FOUND],
  examples: { reply: { message: 'Attachment uploaded successfully' } },
  reply: z.object({ message: z.string(), data: Attachment }),
})

export const deleteAttachment = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/attachments/:id',
  capability: 'conversations.change',
  summary: 'Delete an uploaded file that has not been sent',
  params: z.object({ uuid: z.string(), id: Id }),
  refusals: [NOT_FOUND, 'attachment_not_found'],
  examples: { reply: { message: 'Attachment deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
