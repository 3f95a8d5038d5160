import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EmailStatus } from './enums.ts'
import { issue } from './faults.ts'
import {
  Flag,
  Id,
  Instant,
  integer,
  optional,
  ReplyId,
  requiredText,
  text,
  Uuid,
} from './scalars.ts'

/*
 * Email to visitors who have left: replies that they have not seen. Sent by the SMTP server that the owner sets up, or kept in
 * the Sandbox outbox.
 */

/** Encryption of a connection: from the start, by STARTTLS, or none, which only a listed private host may have. */
export const EmailSecurity = z.enum(['tls', 'starttls', 'none'])
export type EmailSecurity = z.output<typeof EmailSecurity>

/** SMTP server for outgoing mail. */
export const EmailSenderSettings = z.object({
  is_sandbox: z
    .boolean()
    .describe(
      'Whether the Sandbox is active; nothing leaves this machine, and the other fields are null.',
    ),
  host: z.string().nullable(),
  port: z.int().nullable(),
  security: EmailSecurity.nullable(),
  username: z.string().nullable(),
  from_address: z.string().nullable(),
  has_password: z
    .boolean()
    .describe('Whether a password is stored. Passwords are encrypted and never returned.'),
  error: z
    .string()
    .nullable()
    .describe('Reason why nothing can currently be sent, such as an unreadable password.'),
  has_public_address: z
    .boolean()
    .describe('Whether this server has a public address, which the links in a mail need.'),
  secrets: z
    .enum(['environment', 'file', 'memory', 'none'])
    .describe('Location of the encryption key; with `none`, passwords cannot be stored.'),
})
export type EmailSenderSettings = z.output<typeof EmailSenderSettings>

/** Name or address of a mail server. */
export const MailHost = requiredText(253).refine(
  (host) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^\[?[0-9a-f:.]+\]?$/i.test(host),
  {
    error: issue('not_a_host'),
  },
)

const Sender = z.object({
  host: MailHost.meta({ examples: ['smtp.example.com'] }),
  port: integer(1, 65_535).meta({ examples: [587] }),
  security: EmailSecurity,
  username: text(255).describe('Empty for a server without a sign-in.'),
  password: optional(requiredText(500)).describe(
    'Password; the stored one is kept if omitted, for the same user at the same server.',
  ),
  from_address: z
    .string()
    .max(254)
    .email({ error: issue('not_an_email') })
    .meta({ examples: ['support@example.com'] }),
})

export const getEmailSender = endpoint({
  method: 'get',
  path: '/user/email-sender',
  capability: 'server.providers',
  summary: 'Get the SMTP server for outgoing mail',
  reply: EmailSenderSettings,
})

export const setEmailSender = endpoint({
  method: 'put',
  path: '/user/email-sender',
  capability: 'server.providers',
  summary: 'Set the SMTP server for outgoing mail',
  body: Sender,
  refusals: ['no_keyring', 'secrets_key_changed'],
  confirm: 'Turn on real email? Visitors will receive it.',
  reply: EmailSenderSettings,
})

export const removeEmailSender = endpoint({
  method: 'delete',
  path: '/user/email-sender',
  capability: 'server.providers',
  summary: 'Switch email back to the Sandbox and delete the password',
  reply: EmailSenderSettings,
})

export const testEmailSender = endpoint({
  method: 'post',
  path: '/user/email-sender/test',
  capability: 'server.providers',
  summary: 'Connect to an SMTP server and sign in; nothing is sent',
  body: Sender,
  refusals: ['no_keyring', 'secrets_key_changed'],
  examples: { reply: { ok: true, message: 'Connected and signed in.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string(),
    allowable: z
      .string()
      .nullable()
      .describe(
        'A private address that the owner could list to make it work; null for any other outcome.',
      ),
  }),
})

/** An email to a visitor. */
export const Email = z.object({
  id: ReplyId,
  conversation_id: Uuid,
  address: z.string(),
  subject: z.string(),
  status: EmailStatus,
  error: z.string().nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
})
export type Email = z.output<typeof Email>

export const listEmails = endpoint({
  method: 'get',
  path: '/user/emails',
  capability: 'conversations',
  summary: 'List the latest 100 emails to visitors, newest first',
  reply: z.object({ data: z.array(Email) }),
})

/** An email with its content. */
export const EmailDetail = Email.extend({
  message_id: z.string().describe('The Message-ID header.'),
  text: z.string(),
  html: z.string(),
})
export type EmailDetail = z.output<typeof EmailDetail>

export const getEmail = endpoint({
  method: 'get',
  path: '/user/emails/:id',
  capability: 'conversations',
  summary: 'Get an email to a visitor with its content',
  params: z.object({ id: Id }),
  refusals: ['email_not_found'],
  reply: EmailDetail,
})

/** When an assistant’s unseen replies are sent by email. */
const EmailFollowUp = z.object({
  is_on: Flag,
  minutes: integer(1, 1440).describe('Minutes after the visitor left.'),
})

const AssistantFollowUp = z.object({
  assistant_id: z.int(),
  name: z.string(),
  is_on: z.boolean(),
  minutes: z.int(),
})
export type AssistantFollowUp = z.output<typeof AssistantFollowUp>

const FollowUps = z.object({ data: z.array(AssistantFollowUp) })

export const listEmailFollowUps = endpoint({
  method: 'get',
  path: '/user/email-follow-ups',
  capability: 'assistants',
  summary: 'List when each assistant’s unseen replies are sent by email',
  reply: FollowUps,
})

export const setEmailFollowUp = endpoint({
  method: 'put',
  path: '/user/email-follow-ups/:id',
  capability: 'assistants',
  summary: 'Set when an assistant’s unseen replies are sent by email',
  params: z.object({ id: Id }),
  body: EmailFollowUp,
  refusals: ['assistant_not_found'],
  reply: FollowUps,
})
