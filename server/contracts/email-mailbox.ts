import { z } from 'zod'
import { EmailSecurity, MailHost } from './email.ts'
import { endpoint } from './endpoint.ts'
import { Instant, integer, optional, requiredText } from './scalars.ts'

/* The mailbox that replies are fetched from, by IMAP. */

/** Mailbox from which email is fetched. */
export const EmailMailboxSettings = z.object({
  is_sandbox: z
    .boolean()
    .describe('Whether no mailbox is set up; no email is fetched, and the other fields are null.'),
  host: z.string().nullable(),
  port: z.int().nullable(),
  security: EmailSecurity.nullable(),
  username: z.string().nullable(),
  has_password: z
    .boolean()
    .describe('Whether a password is stored. Passwords are encrypted and never returned.'),
  checked_at: Instant.nullable().describe('Time at which all of it had been read last.'),
  is_paused: z
    .boolean()
    .describe('Whether the sign-in was refused; it is not tried again until it is saved.'),
  error: z.string().nullable().describe('Reason why nothing can currently be fetched.'),
  secrets: z
    .enum(['environment', 'file', 'memory', 'none'])
    .describe('Location of the encryption key; with `none`, passwords cannot be stored.'),
})
export type EmailMailboxSettings = z.output<typeof EmailMailboxSettings>

const Mailbox = z.object({
  host: MailHost.meta({ examples: ['imap.example.com'] }),
  port: integer(1, 65_535).meta({ examples: [993] }),
  security: EmailSecurity,
  username: requiredText(255).meta({ examples: ['support@example.com'] }),
  password: optional(requiredText(500)).describe(
    'Password; the stored one is kept if omitted, for the same user at the same server.',
  ),
})

export const getEmailMailbox = endpoint({
  method: 'get',
  path: '/user/email-mailbox',
  capability: 'server.providers',
  summary: 'Get the mailbox that email is fetched from',
  reply: EmailMailboxSettings,
})

export const setEmailMailbox = endpoint({
  method: 'put',
  path: '/user/email-mailbox',
  capability: 'server.providers',
  summary: 'Set the mailbox that email is fetched from',
  body: Mailbox,
  refusals: ['no_keyring', 'secrets_key_changed'],
  reply: EmailMailboxSettings,
})

export const removeEmailMailbox = endpoint({
  method: 'delete',
  path: '/user/email-mailbox',
  capability: 'server.providers',
  summary: 'Stop fetching email and delete the password',
  reply: EmailMailboxSettings,
})

export const testEmailMailbox = endpoint({
  method: 'post',
  path: '/user/email-mailbox/test',
  capability: 'server.providers',
  summary: 'Connect to a mailbox, sign in and open it; nothing is fetched',
  body: Mailbox,
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
