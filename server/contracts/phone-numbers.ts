import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PhoneNumberType } from './enums.ts'
import { issue } from './faults.ts'
import { Flag, Id, Instant, optional, ReplyId, requiredText, text } from './scalars.ts'

export const PhoneNumberLabel = z.enum(['Normal', 'SIP', 'Caller ID'])
export type PhoneNumberLabel = z.output<typeof PhoneNumberLabel>

/** ISO 3166 alpha-2 code; `ZZ` for a SIP address, which has no country. */
const CountryCode = z.string().length(2)

/** Maximum length of a number's nickname. */
export const MAX_NICKNAME = 50

/** One of the account's numbers (docs/spec/family.md, section 6). */
export const PhoneNumber = z.object({
  id: ReplyId,
  phone_number: z.string().describe('E.164, a SIP address, or the extension of a SIP trunk.'),
  nickname: z.string().nullable(),
  country_code: CountryCode,
  type: PhoneNumberType,
  type_label: PhoneNumberLabel,
  sms_capable: z.boolean(),
  region: z.string().describe('`sandbox`, or the region of the carrier.'),
  has_active_subscription: z.boolean(),
  subscription_expires_at: Instant.nullable().describe(
    'Null if it does not expire; of a bought number the time of its next payment.',
  ),
  release_at: Instant.nullable().describe(
    'Time at which a released number is removed; until then it works.',
  ),
  sms_assistant_id: z
    .int()
    .nullable()
    .describe(
      'Id of the assistant that answers text messages to the number; null if a person does.',
    ),
  created_at: Instant,
})
export type PhoneNumber = z.output<typeof PhoneNumber>

/** A number that can be assigned to an assistant (docs/spec/api.md, endpoint 10). */
export const AssignableNumber = z.object({
  id: ReplyId,
  phone_number: z.string(),
  country_code: CountryCode,
  type_label: PhoneNumberLabel,
  is_available: z.boolean().describe('Whether it can be assigned to a new inbound assistant.'),
})
export type AssignableNumber = z.output<typeof AssignableNumber>

const MOMENT =
  /^([1-9]\d{3}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** Parses a date and time, ms since 1970; NaN if it is invalid. */
function momentOf(sent: string): number {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(sent) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day!)
  return isDay ? Date.parse(`${day}T${time}${zone}`) : Number.NaN
}

/** A date and time, UTC unless it has an offset; a bare date is its midnight. Parsed to milliseconds since 1970. */
const Moment = z
  .string()
  .transform(momentOf)
  .pipe(z.number({ error: issue('not_a_date') }))
  .meta({
    title: 'moment',
    description: '`YYYY-MM-DD HH:MM:SS`, a day, or ISO 8601; UTC unless it has an offset.',
    examples: ['2030-12-31 23:59:59'],
  })

/** Body of a new number. The feature checks that `phone_number` matches its `type`. */
export const NewPhoneNumber = z.object({
  phone_number: requiredText(255).meta({ examples: ['+4930123456'] }),
  type: PhoneNumberType,
  sms_capable: optional(Flag),
  subscription_expires_at: optional(Moment),
  nickname: optional(text(MAX_NICKNAME)).describe('Empty for none.'),
  sms_assistant_id: optional(Id).describe(
    'Id of the assistant that answers incoming text messages.',
  ),
})
export type NewPhoneNumber = z.output<typeof NewPhoneNumber>

/** Omitted fields stay; `null` resets an optional field to its default. */
export const PhoneNumberChange = NewPhoneNumber.partial()
export type PhoneNumberChange = z.output<typeof PhoneNumberChange>

/** A number for sale. */
export const NumberOffer = z.object({
  phone_number: z.string().describe('E.164.'),
  phone_number_formatted: z.string(),
  country_code: CountryCode,
  price: z.number().describe('USD a month.'),
  address_requirements: z
    .string()
    .describe('Address that the regulator asks for; `none` if it asks for none.'),
  sms_capable: z.boolean(),
})
export type NumberOffer = z.output<typeof NumberOffer>

const OFFER: NumberOffer = {
  phone_number: '+493023125000',
  phone_number_formatted: '+49 30 23125000',
  country_code: 'DE',
  price: 3.99,
  address_requirements: 'none',
  sms_capable: true,
}

/** Maximum number of offers in a response. */
export const MAX_OFFERS = 10

const params = z.object({ id: Id })
const refusals = ['phone_number_not_found'] as const
const errorShape = 'error'
const Saved = z.object({ message: z.string(), data: PhoneNumber })

export const listSendingNumbers = endpoint({
  method: 'get',
  path: '/user/phone-numbers',
  capability: 'directory',
  summary: 'List the numbers that can send text messages',
  reply: z.array(PhoneNumber),
})

/** A number with what only Parley's own desk asks for. */
const ListedNumber = PhoneNumber.extend({
  monthly_price: z
    .number()
    .nullable()
    .optional()
    .describe('USD; null for a number that was not bought. Only with `include=price`.'),
})
export type ListedNumber = z.output<typeof ListedNumber>

export const listPhoneNumbers = endpoint({
  method: 'get',
  path: '/user/phone-numbers/all',
  capability: 'numbers',
  summary: 'List all phone numbers',
  query: z.object({ include: z.enum(['price']).optional() }),
  reply: z.object({ data: z.array(ListedNumber) }),
})

export const searchPhoneNumbers = endpoint({
  method: 'get',
  path: '/user/phone-numbers/search',
  capability: 'numbers',
  summary: `Search for phone numbers to buy, at most ${MAX_OFFERS}`,
  query: z.object({
    country_code: z
      .string()
      .regex(/^[a-z]{2}$/i, { error: issue('not_language_code') })
      .transform((code) => code.toUpperCase())
      .default('DE')
      .describe('Two letters.'),
    contains: z
      .string()
      .regex(/^\d{1,10}$/, { error: issue('not_digits', { min: 1, max: 10 }) })
      .optional()
      .meta({ examples: ['3012'] })
      .describe('Digits that the number contains.'),
  }),
  errorShape,
  reply: z.object({
    data: z.array(NumberOffer).meta({ examples: [[OFFER]] }),
    result: z
      .array(NumberOffer)
      .meta({ examples: [[OFFER]] })
      .describe('The same as `data`: some clients read it here.'),
  }),
})

export const purchasePhoneNumber = endpoint({
  method: 'post',
  path: '/user/phone-numbers/purchase',
  capability: 'numbers',
  summary: 'Buy a phone number for a month',
  description:
    'The first month is paid from the balance at once, each further one when it begins, until the number is released. Nothing is refunded.',
  body: z.object({ phone_number: requiredText(255).meta({ examples: ['+493023125000'] }) }),
  idempotent: true,
  invalid: 'phone_number_unparsable',
  errorShape,
  refusals: [
    'phone_number_in_use',
    'phone_number_not_for_sale',
    'purchase_unpaid',
    'purchase_failed',
  ],
  confirm: 'The number is charged to the balance every month until it is released. Buy it?',
  status: 201,
  examples: { reply: { message: 'Phone number purchased successfully.' } },
  reply: Saved,
})

export const createPhoneNumber = endpoint({
  method: 'post',
  path: '/user/phone-numbers',
  capability: 'numbers',
  summary: 'Add a phone number',
  description:
    'Only the owner of this Parley can make a number text-capable: it then belongs to one account, which receives the messages to it.',
  body: NewPhoneNumber.extend({
    account_id: optional(Id).describe(
      'Id of the account that the number is added to, for the owner of this Parley; the caller’s own if omitted.',
    ),
  }),
  errorShape,
  refusals: ['owner_only', 'account_not_found'],
  status: 201,
  examples: { reply: { message: 'Phone number created successfully.' } },
  reply: Saved,
})

export const updatePhoneNumber = endpoint({
  method: 'put',
  path: '/user/phone-numbers/:id',
  capability: 'numbers',
  summary: 'Update a phone number; omitted fields are unchanged',
  description:
    'Of a bought number and of a SIP trunk only the nickname and the assistant for text messages change here.',
  params,
  body: PhoneNumberChange,
  errorShape,
  refusals,
  examples: { reply: { message: 'Phone number updated successfully.' } },
  reply: Saved,
})

export const deletePhoneNumber = endpoint({
  method: 'delete',
  path: '/user/phone-numbers/:id',
  capability: 'numbers',
  summary: 'Release a bought phone number, or delete another one',
  description:
    'A bought number works until the month that is paid ends; all others go at once. Assistants and campaigns lose it; calls and messages stay.',
  params,
  errorShape,
  refusals: [...refusals, 'phone_number_being_released'],
  examples: { reply: { message: 'Phone number deleted successfully.' } },
  reply: z.object({ message: z.string() }),
})

export const keepPhoneNumber = endpoint({
  method: 'post',
  path: '/user/phone-numbers/:id/keep',
  capability: 'numbers',
  summary: 'Cancel the scheduled release of a phone number',
  params,
  errorShape,
  refusals: [...refusals, 'phone_number_not_being_released'],
  examples: { reply: { message: 'Phone number kept successfully.' } },
  reply: Saved,
})

export const listAssignableNumbers = endpoint({
  method: 'get',
  path: '/user/assistants/phone-numbers',
  capability: 'directory',
  summary: 'List the numbers that can be assigned to an assistant',
  query: z.object({ type: z.enum(['inbound', 'outbound']).optional() }),
  reply: z.array(AssignableNumber),
})
