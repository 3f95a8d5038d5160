import { z } from 'zod'
import { Attachment, AttachmentIds } from './attachment-fields.ts'
import { MAX_MESSAGE } from './constants.ts'
import { Flag, optional, requiredText, text, Uuid } from './scalars.ts'

/** Author of a message: the visitor, the AI, or an operator. */
export const Author = z.enum(['visitor', 'assistant', 'operator'])
export type Author = z.output<typeof Author>

/**
 * `streaming` while the answer is being written, `interrupted` when its stream ended without its end marker or a
 * person took over, `failed` when no answer could be made. Only `complete` is whole.
 */
export const MessageStatus = z.enum(['streaming', 'complete', 'interrupted', 'failed'])
export type MessageStatus = z.output<typeof MessageStatus>

/** Source of an answer: a document of the assistant's knowledge, with its address if it was a page. */
export const Source = z.object({ title: z.string(), url: z.string().nullable() })
export type Source = z.output<typeof Source>

/** One message of a conversation. `seq` counts from 1 without gaps; `client_id` is the sender's own id for it. */
export const Message = z.object({
  id: z.int(),
  seq: z.int(),
  client_id: z.string().nullable(),
  author: Author,
  author_name: z.string(),
  content: z.string(),
  status: MessageStatus,
  created_at: z.iso.datetime(),
  attachments: z.array(Attachment).optional().describe('Absent where there are none.'),
  sources: z.array(Source).optional().describe('Absent where there are none.'),
})
export type Message = z.output<typeof Message>

/** A message on its way in; sending it again with the same `client_id` changes nothing and answers the same. */
export const NewMessage = z.object({ client_id: Uuid, content: requiredText(MAX_MESSAGE) })

/** A reply on its way in, with files that were uploaded for it. */
export const NewReply = NewMessage.extend({ attachment_ids: optional(AttachmentIds) })

/** Somebody began or stopped typing. */
export const Typing = z.object({ active: Flag })

/** The visitor began or stopped typing; the desk sees the text for as long as it is being typed, and nobody keeps it. */
export const TypingVisitor = Typing.extend({ text: optional(text(MAX_MESSAGE)) })
