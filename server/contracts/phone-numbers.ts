import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PhoneNumberType } from './enums.ts'
import { issue } from './faults.ts'
import { DateTime, Flag, Id, optional, ReplyId, requiredText, text } from './scalars.ts'

export const PhoneNumberLabel = z.enum(['Normal', 'SIP', 'Caller ID'])
export type PhoneNumberLabel = z.output<typeof PhoneNumberLabel>

/** ISO 3166 alpha-2 code; `ZZ` for a SIP address, which has no country. */
const CountryCode = z.string().length(2)

/** One of the account's numbers (docs/spec/decisions.md, section 3). */
export const PhoneNumber = z.object({
  id: ReplyId,
  phone_number: z.string().describe('E.164, or a SIP address.'),
  nickname: z.string().nullable(),
  country_code: CountryCode,
  type: PhoneNumberType,
  type_label: PhoneNumberLabel,
  sms_capable: z.boolean(),
  has_active_subscription: z.boolean(),
  subscription_expires_at: DateTime.nullable().describe('Null if it does not expire.'),
  created_at: DateTime,
  sms_assistant_id: z
    .int()
    .nullable()
    .describe(
      'Id of the assistant that answers text messages to the number; null if a person does.',
    ),
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
  nickname: optional(text(255)),
  sms_assistant_id: optional(Id).describe(
    'Id of the assistant that answers incoming text messages.',
  ),
})
export type NewPhoneNumber = z.output<typeof NewPhoneNumber>

/** Omitted fields stay; `null` resets an optional field to its default. */
export const PhoneNumberChange = NewPhoneNumber.partial()
export type PhoneNumberChange = z.output<typeof PhoneNumberChange>

const params = z.object({ id: Id })
const refusals = ['phone_number_not_found'] as const
const Saved = z.object({ message: z.string(), data: PhoneNumber })

export const listSendingNumbers = endpoint({
  method: 'get',
  path: '/user/phone-numbers',
  capability: 'directory',
  summary: 'List the numbers that can send text messages',
  reply: z.array(PhoneNumber),
})

export const listPhoneNumbers = endpoint({
  method: 'get',
  path: '/user/phone-numbers/all',
  capability: 'numbers',
  summary: 'List all phone numbers',
  reply: z.object({ data: z.array(PhoneNumber) }),
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
  refusals: ['owner_only', 'account_not_found'],
  status: 201,
  reply: Saved,
})

export const updatePhoneNumber = endpoint({
  method: 'put',
  path: '/user/phone-numbers/:id',
  capability: 'numbers',
  summary: 'Update a phone number; omitted fields are unchanged',
  params,
  body: PhoneNumberChange,
  refusals,
  reply: Saved,
})

export const deletePhoneNumber = endpoint({
  method: 'delete',
  path: '/user/phone-numbers/:id',
  capability: 'numbers',
  summary: 'Delete a phone number; it is removed from assistants',
  params,
  refusals,
  reply: z.object({ message: z.string() }),
})

export const listAssignableNumbers = endpoint({
  method: 'get',
  path: '/user/assistants/phone-numbers',
  capability: 'directory',
  summary: 'List the numbers that can be assigned to an assistant',
  query: z.object({ type: z.enum(['inbound', 'outbound']).optional() }),
  reply: z.array(AssignableNumber),
})
