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
  account: z.string().nullable().describe('Account at the SMS provider; null without one.'),
  numbers: z
    .array(z.string())
    .describe(
      'Numbers of that account, as last listed. Assistants with one of them place real calls.',
    ),
  error: z
    .string()
    .nullable()
    .describe('Reason why calls are currently not possible, and a remedy.'),
  incoming_url: z
    .string()
    .nullable()
    .describe('Callback URL for incoming calls; null without a public address.'),
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
    'Enabling it requests the account and its numbers from the provider; no call is placed. Calls in progress stay with their current carrier.',
  body: z.object({ is_on: Flag }),
  refusals: [fault('telephone_not_ready', { reason: fault('telephone_needs_account') })],
  confirm: 'Turn on real calls? Phones will ring, and calls cost money.',
  reply: TelephoneSettings,
})

/** A prerequisite of telephone calls. */
export const TelephoneCheck = z.object({
  name: z.enum(['address', 'server', 'stream', 'account', 'numbers']),
  ok: z.boolean(),
  message: z.string().describe('Result and remedy.'),
})
export type TelephoneCheck = z.output<typeof TelephoneCheck>

export const testTelephone = endpoint({
  method: 'post',
  path: '/user/telephone/test',
  capability: 'server.providers',
  summary: 'Test everything that telephone calls require; no call is placed',
  description:
    'The server calls itself at its public address as the provider would: a signed request, and a socket for audio. The account and its numbers are requested from the provider.',
  reply: z.object({
    ok: z.boolean(),
    can_be_on: z
      .boolean()
      .describe('Whether calls can be enabled: at most the server’s request to itself has failed.'),
    checks: z.array(TelephoneCheck),
    numbers: z.array(
      z.object({
        phone_number: z.string(),
        assistant_name: z
          .string()
          .nullable()
          .describe('Name of the assistant that answers or places calls with the number.'),
        comes_here: z.boolean().describe('Whether the provider reports its calls to this server.'),
      }),
    ),
  }),
})
