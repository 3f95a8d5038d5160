import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './scalars.ts'

/*
 * What this server may call for its users. Public addresses always; private ones where the owner has listed them.
 */

/** One private address that may be called. */
export const AllowedAddress = z.object({
  address: z.string().describe('`host:port`'),
  source: z
    .enum(['operator', 'environment'])
    .describe('Who has listed it; what the environment lists is changed there.'),
})
export type AllowedAddress = z.output<typeof AllowedAddress>

export const NetworkSettings = z.object({
  policy: z
    .enum(['desktop', 'server'])
    .describe('`server` calls public addresses only, whatever is listed.'),
  allowed: z.array(AllowedAddress),
  can_change: z
    .boolean()
    .describe(
      'Whether whoever asks may change the list: nobody may who signed in with an API key.',
    ),
})
export type NetworkSettings = z.output<typeof NetworkSettings>

export const getNetwork = endpoint({
  method: 'get',
  path: '/user/network',
  capability: 'server.network',
  summary: 'Which private addresses this server may call',
  reply: NetworkSettings,
})

const refusals = ['sign_in_by_link'] as const

export const allowAddress = endpoint({
  method: 'post',
  path: '/user/network/allowed',
  capability: 'server.network.change',
  summary: 'Let this server call a private address',
  description:
    'For the owner, signed in with a link from the machine itself. Link-local addresses, metadata services and Parley itself are never called, whatever is listed.',
  body: z.object({
    address: requiredText(300)
      .meta({ examples: ['127.0.0.1:5678'] })
      .describe('`host:port`, or the URL of something there.'),
  }),
  refusals,
  status: 201,
  reply: NetworkSettings,
})

export const disallowAddress = endpoint({
  method: 'delete',
  path: '/user/network/allowed/:address',
  capability: 'server.network.change',
  summary: 'Call a private address no more',
  params: z.object({ address: z.string().describe('`host:port`') }),
  refusals: [...refusals, 'address_not_found'],
  reply: NetworkSettings,
})

/** Private address, with its port, that a call was refused for and that the owner can allow; null for other outcomes. */
export const AllowableAddress = z
  .string()
  .nullable()
  .describe(
    'Address that the owner can allow in Settings › Network; null when that is not the reason.',
  )
