import { z } from 'zod'
import { Attachment, AttachmentIds } from './attachment-fields.ts'
import { MAX_MESSAGE, MAX_REPLY } from './constants.ts'
import { Flag, optional, requiredText, text, Uuid } from './scalars.ts'

/** Author of a message: the visitor, the AI, or an operator. */
export const Author = z.enum(['visitor', 'assistant', 'operator'])
export type Author = z.output<typeof Author>

/**
 * `streaming` while the answer is being written, `interrupted` if its stream ended without an end marker or an operator took
 * over, `failed` if no answer could be made. Only a `complete` message is whole.
 */
export const MessageStatus = z.enum(['streaming', 'complete', 'interrupted', 'failed'])
export type MessageStatus = z.output<typeof MessageStatus>

/** Source of an answer: a document of the assistant's knowledge, with its URL if it was a page. */
export const Source = z.object({ title: z.string(), url: z.string().nullable() })
export type Source = z.output<typeof Source>

/** One message of a conversation. `seq` counts from 1 without gaps; `client_id` is assigned by the sender. */
export const Message = z.object({
  id: z.int(),
  seq: z.int(),
  client_id: z.string().nullable(),
  author: Author,
  author_name: z.string(),
  author_picture: z
    .string()
    .optional()
    .describe('Path of the operator’s picture at this Parley’s address. Absent if there is none.'),
  content: z.string(),
  status: MessageStatus,
  created_at: z.iso.datetime(),
  attachments: z.array(Attachment).optional().describe('Absent if there are none.'),
  sources: z.array(Source).optional().describe('Absent if there are none.'),
})
export type Message = z.output<typeof Message>

/** A message as operators see it, with who of them wrote it. */
export const AuthoredMessage = Message.extend({
  author_id: z
    .int()
    .optional()
    .describe('ID of the operator who wrote it at the desk. Absent for others.'),
})
export type AuthoredMessage = z.output<typeof AuthoredMessage>

/** An incoming message; sending it again with the same `client_id` has no effect and returns the same response. */
export const NewMessage = z.object({ client_id: Uuid, content: requiredText(MAX_MESSAGE) })

/** An incoming message, with the files uploaded for it. */
export const NewReply = NewMessage.extend({ attachment_ids: optional(AttachmentIds) })

/** An operator's reply in Markdown, which may be longer and show attached pictures in place as `![name](attachment:id)`. */
export const OperatorReply = NewReply.extend({
  content: requiredText(MAX_REPLY),
  original: optional(requiredText(MAX_REPLY)).describe(
    'What the operator wrote, if `content` is a translation of it; kept for the desk.',
  ),
})

/** Someone started or stopped typing. */
export const Typing = z.object({ active: Flag })

/** The visitor started or stopped typing; operators see the text while it is being typed, and it is never stored. */
export const TypingVisitor = Typing.extend({ text: optional(text(MAX_MESSAGE)) })
