import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { MAX_NICKNAME } from './phone-numbers.ts'
import { defaulted, Flag, Id, Instant, optional, ReplyId, requiredText, text } from './scalars.ts'

/* SIP trunks: connections to a telephone system of the account's own (docs/spec/family.md, section 6). */

/** Form of a trunk's number: an extension of the telephone system, or a number in E.164. */
export const SipTrunkType = z.enum(['extension', 'number'])
export type SipTrunkType = z.output<typeof SipTrunkType>

/** Form in which numbers are dialled. */
export const SipCallingFormat = z.enum(['+e164', 'e164', 'national'])
export type SipCallingFormat = z.output<typeof SipCallingFormat>

/** Proof that an incoming call has to give: user name and password, or its address. */
export const InboundAuthorization = z.enum(['auth', 'ip'])
export type InboundAuthorization = z.output<typeof InboundAuthorization>

/** A trunk; it is also a phone number of type `sip` with the same id. */
export const SipTrunk = z.object({
  id: ReplyId,
  phone_number: z.string(),
  nickname: z.string().nullable(),
  sip_username: z.string(),
  sip_address: z.string(),
  sip_calling_format: SipCallingFormat,
  inbound_authorization_type: InboundAuthorization,
  allowed_inbound_ips: z.array(z.string()).nullable().describe('Null with `auth`.'),
  outbound_proxy: z.boolean(),
  country_code: z.string().length(2),
  inbound_trunk_id: z
    .string()
    .describe('Changes with the user name, password, number, authorization or addresses.'),
  outbound_trunk_id: z
    .string()
    .describe('Changes with the user name, password, number, address or proxy.'),
  created_at: Instant,
  updated_at: Instant,
})
export type SipTrunk = z.output<typeof SipTrunk>

const ListedTrunk = SipTrunk.omit({ inbound_trunk_id: true, outbound_trunk_id: true })
export type ListedTrunk = z.output<typeof ListedTrunk>

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`, 'i')

/** A name that ends in digits only is meant as an IPv4 address. */
const isHost = (host: string): boolean =>
  z.union([z.ipv4(), z.ipv6()]).safeParse(host).success ||
  (HOST_NAME.test(host) && !/(?:^|\.)\d+$/.test(host))

const IpAddress = z
  .string()
  .refine((address) => z.union([z.ipv4(), z.ipv6()]).safeParse(address).success, {
    error: issue('not_an_address'),
  })
  .meta({ examples: ['203.0.113.7'] })

/** A new trunk. The feature checks that `phone_number` has the form of `sip_trunk_type`. */
const NewSipTrunk = z.object({
  sip_trunk_type: SipTrunkType,
  phone_number: requiredText(255)
    .describe('An extension of 1 to 15 letters, digits and `.-_+*#`, or a number in E.164.')
    .meta({ examples: ['+4930123456'] }),
  sip_username: requiredText(128).min(3),
  sip_password: requiredText(255).min(3).describe('Kept encrypted, and never returned.'),
  sip_address: requiredText(255)
    .refine(isHost, { error: issue('not_a_host') })
    .describe('Host name or IP address, without a port.')
    .meta({ examples: ['sip.example.com'] }),
  sip_calling_format: SipCallingFormat,
  inbound_authorization_type: InboundAuthorization,
  allowed_inbound_ips: z
    .array(IpAddress)
    .min(1, { error: issue('too_few_items', { count: 1 }) })
    .max(50)
    .nullish()
    .describe('Addresses that calls come in from; required with `ip`, ignored with `auth`.'),
  outbound_proxy: defaulted(Flag, false),
  country_code: z
    .string()
    .regex(/^[a-z]{2}$/i, { error: issue('not_language_code') })
    .transform((code) => code.toUpperCase())
    .describe('Two letters; the country of a number in E.164 comes first.')
    .meta({ examples: ['DE'] }),
  nickname: optional(text(MAX_NICKNAME)).describe('Empty for none.'),
})
export type NewSipTrunk = z.output<typeof NewSipTrunk>

/** Omitted fields stay. */
const SipTrunkChange = NewSipTrunk.omit({ sip_trunk_type: true })
  .extend({ outbound_proxy: Flag })
  .partial()
export type SipTrunkChange = z.output<typeof SipTrunkChange>

const params = z.object({ id: Id })
const errorShape = 'error'
const Saved = z.object({ message: z.string(), data: SipTrunk })

export const listSipTrunks = endpoint({
  method: 'get',
  path: '/user/phone-numbers/sip-trunks',
  capability: 'numbers',
  summary: 'List the SIP trunks made here',
  reply: z.object({ data: z.array(ListedTrunk) }),
})

export const getSipTrunk = endpoint({
  method: 'get',
  path: '/user/phone-numbers/sip-trunks/:id',
  capability: 'numbers',
  summary: 'Get a SIP trunk',
  params,
  errorShape,
  refusals: ['sip_trunk_not_found'],
  reply: z.object({ data: SipTrunk }),
})

export const createSipTrunk = endpoint({
  method: 'post',
  path: '/user/phone-numbers/sip-trunks',
  capability: 'numbers',
  summary: 'Create a SIP trunk',
  body: NewSipTrunk,
  idempotent: true,
  errorShape,
  refusals: ['sip_trunk_exists', 'sip_trunk_not_created', 'no_keyring'],
  status: 201,
  examples: { reply: { message: 'SIP trunk created successfully.' } },
  reply: Saved,
})

export const updateSipTrunk = endpoint({
  method: 'put',
  path: '/user/phone-numbers/sip-trunks/:id',
  capability: 'numbers',
  summary: 'Update a SIP trunk; omitted fields are unchanged',
  params,
  body: SipTrunkChange,
  errorShape,
  refusals: [
    'sip_trunk_not_found',
    'sip_trunk_exists',
    'sip_trunk_not_updated',
    'no_keyring',
    'secrets_key_changed',
  ],
  examples: { reply: { message: 'SIP trunk updated successfully.' } },
  reply: Saved,
})
