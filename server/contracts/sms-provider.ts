import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { integer, optional, requiredText, WebUrl } from './scalars.ts'

/*
 * Provider of text messages: the Sandbox, or a real provider of the common form API (`POST
 * {url}/2010-04-01/Accounts/{account}/Messages.json`). One for the whole server, configured by its owner.
 */

/** Transport of outgoing text messages. */
export const SmsProviderSettings = z.object({
  is_sandbox: z
    .boolean()
    .describe(
      'Whether the Sandbox is active; nothing leaves this machine, and the other fields are null.',
    ),
  url: z.string().nullable().describe('Base URL of the API.'),
  account: z.string().nullable(),
  has_token: z
    .boolean()
    .describe('Whether a token is stored. Tokens are encrypted and never returned.'),
  error: z
    .string()
    .nullable()
    .describe('Reason why nothing can currently be sent, such as an unreadable token.'),
  inbound_url: z
    .string()
    .nullable()
    .describe('Callback URL for incoming messages; null if this server has no public address.'),
  secrets: z
    .enum(['environment', 'file', 'memory', 'none'])
    .describe('Location of the encryption key; with `none`, tokens cannot be stored.'),
})
export type SmsProviderSettings = z.output<typeof SmsProviderSettings>

const Account = requiredText(100).refine((account) => /^[A-Za-z0-9_-]+$/.test(account), {
  error: issue('not_identifier'),
})

export const getSmsProvider = endpoint({
  method: 'get',
  path: '/user/sms-provider',
  capability: 'server.providers',
  summary: 'Get the SMS provider',
  reply: SmsProviderSettings,
})

export const setSmsProvider = endpoint({
  method: 'put',
  path: '/user/sms-provider',
  capability: 'server.providers',
  summary: 'Set the SMS provider; messages in progress stay with the previous one',
  body: z.object({
    url: WebUrl.meta({ examples: ['https://api.example.com'] }),
    account: Account,
    token: optional(requiredText(500)).describe('Token; the stored one is kept if omitted.'),
  }),
  refusals: ['no_keyring'],
  confirm: 'Turn on real text messages? They will be delivered, and cost money.',
  reply: SmsProviderSettings,
})

export const removeSmsProvider = endpoint({
  method: 'delete',
  path: '/user/sms-provider',
  capability: 'server.providers',
  summary: 'Switch text messages back to the Sandbox and delete the token',
  reply: SmsProviderSettings,
})

export const testSmsProvider = endpoint({
  method: 'post',
  path: '/user/sms-provider/test',
  capability: 'server.providers',
  summary: 'Test an SMS provider’s credentials; nothing is sent',
  body: z.object({
    url: WebUrl,
    account: Account,
    token: optional(requiredText(500)).describe('Token; the stored one is used if omitted.'),
  }),
  examples: { reply: { ok: true, message: 'The provider knows the account.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('The provider’s response, as a sentence.'),
    account_name: z.string().nullable(),
  }),
})

/** ISO 3166 alpha-2 code. */
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['DE'] })

/** Countries that an account may text and call. */
export const SmsPolicy = z.object({
  countries: z
    .array(Country)
    .max(300)
    .nullable()
    .describe('Two-letter codes; null for the countries of the account’s own numbers.'),
  daily_cap: integer(1, 100_000).describe(
    'Maximum number of messages to one country within 24 hours.',
  ),
})
export type SmsPolicy = z.output<typeof SmsPolicy>

export const getSmsPolicy = endpoint({
  method: 'get',
  path: '/user/sms-policy',
  capability: 'records',
  summary: 'Get the permitted destinations of text messages and calls, and the message limit',
  description: 'The Sandbox permits all destinations that have a price.',
  reply: SmsPolicy.extend({
    home_countries: z.array(Country).describe('Countries of the account’s own numbers.'),
  }),
})

export const updateSmsPolicy = endpoint({
  method: 'put',
  path: '/user/sms-policy',
  capability: 'budgets',
  summary: 'Set the permitted destinations of text messages and calls, and the message limit',
  body: SmsPolicy,
  reply: SmsPolicy.extend({ home_countries: z.array(Country) }),
})
