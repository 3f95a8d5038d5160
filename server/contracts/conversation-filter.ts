import { z } from 'zod'
import { ConversationType } from './enums.ts'
import { issue } from './faults.ts'
import { DateRange } from './page.ts'
import { Id, JsonObject, text } from './scalars.ts'

/** The name under which clients of the API family know `messenger`. */
export const WHATSAPP = 'whatsapp'

/** A type of conversations in the words of a request. */
const NamedType = z.enum([...ConversationType.options, WHATSAPP])

/** Filters that the list of conversations and its export share. */
export const ConversationFilter = z
  .object({ type: ConversationType.optional(), assistant_id: Id.optional() })
  .extend(DateRange.shape)

/** Maximum length of a cursor, characters. */
const MAX_CURSOR = 1000
const MAX_NUMBER = 50
const MAX_IDENTIFIER = 255

/** Parameters of the list beyond the description of the API (docs/spec/family.md, section 8). */
export const ConversationSearch = z.object({
  type: NamedType.optional().describe(
    '`whatsapp` is another name of `messenger`, and then given back.',
  ),
  customer_phone: text(MAX_NUMBER)
    .optional()
    .describe('The customer’s number, with its country code; an exact match.'),
  whatsapp_sender_phone: text(MAX_NUMBER)
    .optional()
    .describe('The account’s number that a `messenger` conversation goes through.'),
  messenger_sender_phone: text(MAX_NUMBER)
    .optional()
    .describe('Another name of `whatsapp_sender_phone`.'),
  external_identifier: text(MAX_IDENTIFIER)
    .optional()
    .describe('The `customer_identifier` of an `api` conversation.'),
  include: z.enum(['customer']).optional().describe('`customer` adds what the filters add.'),
  cursor: text(MAX_CURSOR)
    .optional()
    .describe('`next_cursor` or `prev_cursor` of an answer; empty for the newest conversations.'),
})

/** A participant of a `messenger` conversation. */
const Party = z.object({ name: z.string().nullable(), phone: z.string().nullable() })

/** Both ends of a conversation, as the owner sees them. */
export const ConversationParties = z.object({
  external_identifier: z.string().nullable().describe('Only of `api` conversations.'),
  whatsapp_sender: Party.nullable().describe('Only of `messenger` conversations.'),
  customer: Party.nullable().describe('Only of `messenger` conversations.'),
})
export type ConversationParties = z.output<typeof ConversationParties>

/** Fields of a conversation in a list that was asked for any of `ConversationSearch`. */
export const FoundFields = z.object({
  type: NamedType,
  variables: JsonObject.optional(),
  ...ConversationParties.partial().shape,
})

/** A whole number in a query string. */
export const Whole = z
  .string()
  .regex(/^\d{1,9}$/, { error: issue('not_an_integer') })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 })

/** Number of messages per page. */
export const MessageLimit = Whole.pipe(
  z
    .int()
    .min(1, { error: issue('not_between', { min: 1, max: 200 }) })
    .max(200, { error: issue('not_between', { min: 1, max: 200 }) }),
).meta({ type: 'integer', minimum: 1, maximum: 200 })
