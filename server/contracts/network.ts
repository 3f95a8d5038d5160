import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, optional, ReplyId, requiredText } from './scalars.ts'

/*
 * Addresses that this server may call on behalf of users: all public ones, and the private ones listed by the owner. Also the
 * addresses whose visitors are blocked.
 */

/** One private address that may be called. */
export const AllowedAddress = z.object({
  address: z.string().describe('`host:port`'),
  source: z
    .enum(['operator', 'environment'])
    .describe('Origin of the entry; entries from the environment can only be changed there.'),
  user_id: ReplyId.describe('Id of the account for which it may be called.'),
  account: z.string().describe('Name of that account.'),
})
export type AllowedAddress = z.output<typeof AllowedAddress>

/** Addresses whose visitors are blocked. */
export const BlockedAddress = z.object({
  address: z.string().describe('An IPv4 address, or the /64 of an IPv6 address.'),
  created_at: z.iso.datetime(),
})
export type BlockedAddress = z.output<typeof BlockedAddress>

export const NetworkSettings = z.object({
  policy: z
    .enum(['desktop', 'server'])
    .describe('`server` permits only public addresses, regardless of the list.'),
  allowed: z.array(AllowedAddress),
  blocked: z.array(BlockedAddress).describe('Blocked visitor addresses.'),
  can_change: z
    .boolean()
    .describe('Whether the caller may change the lists; sessions opened with an API key may not.'),
})
export type NetworkSettings = z.output<typeof NetworkSettings>

export const getNetwork = endpoint({
  method: 'get',
  path: '/user/network',
  capability: 'server.network',
  summary:
    'List the private addresses that this server may call, and the blocked visitor addresses',
  reply: NetworkSettings,
})

const refusals = ['sign_in_by_link'] as const

export const allowAddress = endpoint({
  method: 'post',
  path: '/user/network/allowed',
  capability: 'server.network.change',
  summary: 'Allow this server to call a private address',
  description:
    'For the owner, signed in with a link from the machine itself. Link-local addresses, metadata services and Parley itself are never called, regardless of the list.',
  body: z.object({
    address: requiredText(300)
      .meta({ examples: ['127.0.0.1:5678'] })
      .describe('`host:port`, or a URL at that address.'),
    user_id: optional(Id).describe(
      'Id of the account for which it may be called; the owner’s own if omitted.',
    ),
  }),
  refusals: [...refusals, 'account_not_found'],
  status: 201,
  reply: NetworkSettings,
})

export const disallowAddress = endpoint({
  method: 'delete',
  path: '/user/network/allowed/:address',
  capability: 'server.network.change',
  summary: 'Stop allowing a private address',
  params: z.object({ address: z.string().describe('`host:port`') }),
  query: z.object({ user_id: optional(Id) }),
  refusals: [...refusals, 'address_not_found'],
  reply: NetworkSettings,
})

export const blockAddress = endpoint({
  method: 'post',
  path: '/user/network/blocked',
  capability: 'server.network.change',
  summary: 'Block visitors from an address',
  description:
    'The chat, its stream and the public chat endpoints respond with 403 to the address; the desk and API keys are not affected. An IPv6 address stands for its /64.',
  body: z.object({
    address: requiredText(100)
      .meta({ examples: ['203.0.113.7'] })
      .describe('An IPv4 or IPv6 address.'),
  }),
  refusals,
  status: 201,
  reply: NetworkSettings,
})

export const unblockAddress = endpoint({
  method: 'delete',
  path: '/user/network/blocked/:address',
  capability: 'server.network.change',
  summary: 'Unblock visitors from an address',
  params: z.object({ address: z.string().describe('The address as listed.') }),
  refusals: [...refusals, 'address_not_found'],
  reply: NetworkSettings,
})

/** Private address and port to which a call was refused and which the owner can allow; null for other outcomes. */
export const AllowableAddress = z
  .string()
  .nullable()
  .describe(
    'Address that the owner can allow in Settings › Network; null if that is not the reason.',
  )
