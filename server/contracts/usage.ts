import { z } from 'zod'
import { UserAccount } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { AllowedAddress } from './network.ts'
import { Instant } from './scalars.ts'

/** Usage and quotas of one account. Money is in US dollars. */
export const AccountUsage = UserAccount.extend({
  balance: z.number(),
  spent: z
    .object({ llm: z.number(), sms: z.number(), call: z.number() })
    .describe('In this month on models, text messages and calls, with what is set aside.'),
  text_numbers: z.array(z.string()).describe('Its text-capable numbers, E.164.'),
  allowed_addresses: z
    .array(AllowedAddress.pick({ address: true, source: true }))
    .describe('Private addresses that may be called for it.'),
  assistants: z.int().describe('Those that are not deleted.'),
  conversations: z.int(),
  contacts: z.int(),
  stored_bytes: z.object({
    attachments: z.int(),
    recordings: z.int(),
    documents: z.int().describe('What knowledge bases were made from.'),
  }),
  people: z.int().describe('Those who are not removed.'),
  api_keys: z.int(),
  notices: z.int().describe('Those that are neither over nor put away.'),
  last_activity_at: Instant.nullable().describe(
    'When a person, a program, a visitor, a call or a text message last did something in it.',
  ),
})
export type AccountUsage = z.output<typeof AccountUsage>

export const listUsage = endpoint({
  method: 'get',
  path: '/user/users/usage',
  capability: 'server.accounts',
  summary: 'List the limits and usage of every account on this Parley, the owner’s first',
  reply: z.object({
    month: z.string().describe('The month of `spent` in UTC, `YYYY-MM`.'),
    data: z.array(AccountUsage),
  }),
})
