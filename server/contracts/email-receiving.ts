import { z } from 'zod'
import { UploadedFile } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Flag, Id, Instant, ReplyId, Uuid } from './scalars.ts'

/* Email that comes in: replies of visitors, and email of people without a conversation. */

/** People without a conversation whose email opens one: nobody, those of a list, or everybody. */
const Strangers = z.enum(['off', 'listed', 'on'])
export type Strangers = z.output<typeof Strangers>

/** An address, or a domain with or without `@`. */
const Listed = z
  .string()
  .toLowerCase()
  .max(254)
  .refine(
    (entry) => /^([a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@|@)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(entry),
    { error: issue('not_an_email') },
  )
  .meta({ examples: ['ana@example.org', 'example.org'] })

/** Rules for incoming email. */
export const EmailReception = z.object({
  strangers: Strangers.describe(
    'Whose email opens a conversation, if it belongs to none: nobody’s (`off`), that of listed senders, or everybody’s (`on`).',
  ),
  listed: z.array(z.string()).describe('Addresses and domains whose email opens a conversation.'),
  assistant_id: z
    .int()
    .nullable()
    .describe('Assistant of the conversations that are opened by email.'),
  has_tags: z
    .boolean()
    .describe(
      'Whether replies go to an address that names the conversation (`desk+tag@example.com`), which the mail provider must deliver.',
    ),
})
export type EmailReception = z.output<typeof EmailReception>

export const getEmailReception = endpoint({
  method: 'get',
  path: '/user/email-reception',
  capability: 'server.providers',
  summary: 'Get the rules for incoming email',
  reply: EmailReception,
})

export const setEmailReception = endpoint({
  method: 'put',
  path: '/user/email-reception',
  capability: 'server.providers',
  summary: 'Set the rules for incoming email',
  body: z.object({
    strangers: Strangers,
    listed: z.array(Listed).max(500),
    assistant_id: Id.nullable().describe('Required unless `strangers` is `off`.'),
    has_tags: Flag,
  }),
  reply: EmailReception,
})

/**
 * `taken`: it became a message; `bounce`: it reported that an email could not be delivered; `ignored`: it became nothing, for the
 * reason given.
 */
export const ReceivedEmailStatus = z.enum(['taken', 'bounce', 'ignored'])
export type ReceivedEmailStatus = z.output<typeof ReceivedEmailStatus>

/** An email that came in. */
export const ReceivedEmail = z.object({
  id: ReplyId,
  conversation_id: Uuid.nullable().describe('Null for an email that belongs to no conversation.'),
  address: z.string().describe('Address in the From header, which anyone can write.'),
  subject: z.string(),
  status: ReceivedEmailStatus,
  reason: z.string().nullable().describe('Reason why it became no message.'),
  created_at: Instant,
})
export type ReceivedEmail = z.output<typeof ReceivedEmail>

/** Results of the receiving server’s checks (RFC 8601), such as `pass` and `fail`; null for a check that it did not report. */
export const EmailAuthentication = z.object({
  server: z.string().nullable().describe('Name of the server that checked.'),
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
})
export type EmailAuthentication = z.output<typeof EmailAuthentication>

export const listReceivedEmails = endpoint({
  method: 'get',
  path: '/user/received-emails',
  capability: 'conversations',
  summary:
    'List the latest 100 emails that came in, newest first, with the reason for those that became no message',
  reply: z.object({ data: z.array(ReceivedEmail) }),
})

export const deliverEmail = endpoint({
  method: 'post',
  path: '/user/received-emails',
  capability: 'server.providers',
  summary: 'Deliver an email that a mail server received',
  description:
    'For mail servers that can call a URL: a multipart body with the whole email (RFC 5322) as `file`, at most 20 MB. It is treated like one from the mailbox: a reply becomes a message of its conversation, once, however often it is delivered.',
  body: UploadedFile,
  upload: 'file',
  reply: z.object({
    status: z
      .enum([...ReceivedEmailStatus.options, 'repeated'])
      .describe('`repeated`: it was delivered before.'),
    reason: z.string().nullable().describe('Reason why it became no message.'),
  }),
})

/** An email that came in, with its content. */
export const ReceivedEmailDetail = ReceivedEmail.extend({
  message_id: z.string().describe('The Message-ID header.'),
  text: z
    .string()
    .describe('Its text with quotes and signature; empty for one that became no message.'),
  left_out: z.array(z.string()).describe('Names of files that were not accepted.'),
  authentication: EmailAuthentication,
})
export type ReceivedEmailDetail = z.output<typeof ReceivedEmailDetail>

export const getReceivedEmail = endpoint({
  method: 'get',
  path: '/user/received-emails/:id',
  capability: 'conversations',
  summary: 'Get an email that came in, with its content',
  params: z.object({ id: Id }),
  refusals: ['email_not_found'],
  reply: ReceivedEmailDetail,
})
