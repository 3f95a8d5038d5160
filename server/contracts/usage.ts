import { z } from 'zod'
import { UserAccount } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { AllowedAddress } from './network.ts'
import { Instant } from './scalars.ts'

/** Usage and quotas of one account. Money is in US dollars. */
export const AccountUsage = UserAccount.extend({
  balance: z.number(),
  spent: z
    .object({
      llm: z.number(),
      sms: z.number(),
      messenger: z.number(),
      call: z.number(),
      number: z.number(),
    })
    .describe(
      'This month’s spending on models, text messages, the messaging channel, calls and phone numbers, including reserved amounts.',
    ),
  text_numbers: z.array(z.string()).describe('Text-capable numbers, E.164.'),
  allowed_addresses: z
    .array(AllowedAddress.pick({ address: true, source: true }))
    .describe('Private addresses that may be called for the account.'),
  assistants: z.int().describe('Number of assistants, excluding deleted ones.'),
  conversations: z.int(),
  contacts: z.int(),
  stored_bytes: z.object({
    attachments: z.int(),
    recordings: z.int(),
    documents: z.int().describe('Source files of knowledge bases.'),
  }),
  people: z.int().describe('Number of operators, excluding removed ones.'),
  api_keys: z.int(),
  notices: z.int().describe('Number of notices that are neither resolved nor dismissed.'),
  last_activity_at: Instant.nullable().describe(
    'Time of the last activity by an operator, program or visitor, or of the last call or text message.',
  ),
})
export type AccountUsage = z.output<typeof AccountUsage>

export const listUsage = endpoint({
  method: 'get',
  path: '/user/users/usage',
  capability: 'server.accounts',
  summary: 'List the limits and usage of every account on this Parley, the owner’s first',
  reply: z.object({
    month: z.string().describe('Month of `spent` in UTC, `YYYY-MM`.'),
    data: z.array(AccountUsage),
  }),
})
