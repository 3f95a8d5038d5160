import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Flag } from './scalars.ts'

/*
 * Telephone calls through the provider account used for text messages. While this is off, the Sandbox simulates them. One setting
 * for the whole server; only the owner's account places calls with it.
 */

/** Carrier of telephone calls. */
export const TelephoneSettings = z.object({
  is_on: z.boolean(),
  account: z.string().nullable().describe('The account that carries text messages; null without.'),
  numbers: z
    .array(z.string())
    .describe('Of the account, as it listed them last. Assistants with one of them really call.'),
  error: z
    .string()
    .nullable()
    .describe('Why calls cannot be carried now, and what to do about it.'),
  incoming_url: z
    .string()
    .nullable()
    .describe('Where the provider reports calls that come in; null without a public address.'),
})
export type TelephoneSettings = z.output<typeof TelephoneSettings>

export const getTelephone = endpoint({
  method: 'get',
  path: '/user/telephone',
  capability: 'server.providers',
  summary: 'Get the carrier of telephone calls',
  reply: TelephoneSettings,
})

export const setTelephone = endpoint({
  method: 'put',
  path: '/user/telephone',
  capability: 'server.providers',
  summary: 'Route telephone calls through the SMS provider, or simulate them with the Sandbox',
  description:
    'Turning it on asks the provider for the account and its numbers; nobody is called. Calls that go on stay with who has them.',
  body: z.object({ is_on: Flag }),
  refusals: [fault('telephone_not_ready', { reason: fault('telephone_needs_account') })],
  confirm: 'From now on telephones really ring, and calls cost money. Go on?',
  reply: TelephoneSettings,
})

/** A prerequisite of telephone calls. */
export const TelephoneCheck = z.object({
  name: z.enum(['address', 'server', 'stream', 'account', 'numbers']),
  ok: z.boolean(),
  message: z.string().describe('What was found, and what to do about it.'),
})
export type TelephoneCheck = z.output<typeof TelephoneCheck>

export const testTelephone = endpoint({
  method: 'post',
  path: '/user/telephone/test',
  capability: 'server.providers',
  summary: 'Test everything that telephone calls require; no call is placed',
  description:
    'The server calls itself through its public address as the provider would: a signed request, and a socket for sound. The provider is asked for the account and its numbers.',
  reply: z.object({
    ok: z.boolean(),
    can_be_on: z
      .boolean()
      .describe('Calls can be turned on: only the way from this server to itself may have failed.'),
    checks: z.array(TelephoneCheck),
    numbers: z.array(
      z.object({
        phone_number: z.string(),
        assistant_name: z
          .string()
          .nullable()
          .describe('The assistant that answers it, or would call from it.'),
        comes_here: z.boolean().describe('The provider reports its calls to this server.'),
      }),
    ),
  }),
})
