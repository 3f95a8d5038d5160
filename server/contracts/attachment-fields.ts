import { z } from 'zod'
import { MAX_ATTACHMENTS } from './constants.ts'
import { Id } from './scalars.ts'

/** A file attached to a message. Its address alone grants access: it contains 256 random bits. */
export const Attachment = z.object({
  id: z.int(),
  name: z.string(),
  media_type: z.string(),
  size: z.int().describe('Size, bytes.'),
  width: z.int().nullable().describe('Width of an image, pixels.'),
  height: z.int().nullable(),
  url: z.string().describe('Path at this Parley’s address.'),
})
export type Attachment = z.output<typeof Attachment>

/** Reports whether a page may show the file inline; all other files are download links. */
export const isPicture = ({ media_type }: Pick<Attachment, 'media_type'>): boolean =>
  /^image\/(png|jpeg|gif|webp|avif)$/.test(media_type)

/** Ids of the uploaded files to attach to a message. */
export const AttachmentIds = z.array(Id).max(MAX_ATTACHMENTS)
