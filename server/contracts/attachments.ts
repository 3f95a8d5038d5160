import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './scalars.ts'

/** A file of a message. Its address is all it takes to read it: 256 random bits. */
export const Attachment = z.object({
  id: z.int(),
  name: z.string(),
  media_type: z.string(),
  size: z.int().describe('Bytes.'),
  width: z.int().nullable().describe('Of an image, pixels.'),
  height: z.int().nullable(),
  url: z.string().describe('Its path at this Parley’s address.'),
})
export type Attachment = z.output<typeof Attachment>

/** Largest attachment, bytes. */
export const MAX_ATTACHMENT = 10 * 1024 * 1024

/** Most attachments of one message. */
export const MAX_ATTACHMENTS = 10

const NOT_FOUND = 'Conversation not found'

/** A multipart body with one file. */
export const UploadedFile = z.object({
  file: z.file({ error: 'The :attribute must be a file.' }),
})

export const uploadAttachment = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/attachments',
  summary: 'Upload a file for a message that is to be sent',
  description:
    'A multipart body with `file`, at most 10 MB: images, sound, video, PDF, office documents, archives and plain text, told by what is in them. Send its id in `attachment_ids` of the message; what is not sent within a day is deleted.',
  params: z.object({ uuid: z.string() }),
  body: UploadedFile,
  upload: 'file',
  status: 201,
  refusals: { 404: [NOT_FOUND] },
  examples: { reply: { message: 'Attachment uploaded successfully' } },
  reply: z.object({ message: z.string(), data: Attachment }),
})

export const deleteAttachment = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/attachments/:id',
  summary: 'Delete an uploaded file that has not been sent',
  params: z.object({ uuid: z.string(), id: Id }),
  refusals: { 404: [NOT_FOUND, 'Attachment not found'] },
  examples: { reply: { message: 'Attachment deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

/** Whether a page may show the file itself: what it can only offer for download is a link. */
export const isPicture = ({ media_type }: Pick<Attachment, 'media_type'>): boolean =>
  /^image\/(png|jpeg|gif|webp|avif)$/.test(media_type)

/** The ids of uploaded files that a message takes with it. */
export const AttachmentIds = z.array(Id).max(MAX_ATTACHMENTS)
