import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import {
  DateTime,
  decimal,
  Id,
  integer,
  JsonObject,
  optional,
  ReplyId,
  requiredText,
  text,
  WebUrl,
} from './scalars.ts'

export const CallType = z.enum(['inbound', 'outbound', 'web'])
export type CallType = z.output<typeof CallType>

/** In the order of a call's life; decisions.md, section 4, says which may follow which. */
export const CallStatus = z.enum([
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
])
export type CallStatus = z.output<typeof CallStatus>

/** Who took a call: a person, a voicemail or other machine, or nobody can tell. */
export const AnsweredBy = z.enum(['human', 'machine', 'unknown'])
export type AnsweredBy = z.output<typeof AnsweredBy>

/** Item of the calls list (api.md, "Call"). Costs are USD, `duration` is seconds. */
export const Call = z.object({
  id: ReplyId,
  assistant_name: z.string(),
  campaign_name: z.string().describe('Empty without a campaign.'),
  type: CallType,
  duration: z.int(),
  assistant_phone_number: z.string().nullable().describe('Both numbers are null for a web call.'),
  client_phone_number: z.string().nullable(),
  status: CallStatus,
  transcript: z.string(),
  variables: JsonObject,
  evaluation: JsonObject,
  webhook_response: JsonObject,
  carrier_cost: z.number(),
  total_cost: z.number(),
  answered_by: AnsweredBy,
  recording_url: z.string().nullable(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Call = z.output<typeof Call>

export const listCalls = endpoint({
  method: 'get',
  path: '/user/calls',
  summary: 'Calls, newest first',
  repeatable: true,
  query: pageQuery(15)
    .extend({
      status: CallStatus.optional(),
      type: CallType.optional(),
      phone_number: text(255)
        .optional()
        .describe('Matches the client’s number by its digits, exactly.'),
      assistant_id: Id.optional(),
      campaign_id: Id.optional(),
    })
    .extend(DateRange.shape)
    .refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Call),
})

const SANDBOX_NUMBERS =
  'The Sandbox rings nobody: how the call goes depends on the number (+1 202 555 0101 to 0108 have a fate of their own).'

const BAD_NUMBER =
  'Invalid phone number format. Please use E.164 format (e.g. +1234567890)' as const
const NOT_YOURS = 'Assistant not found or does not belong to the authenticated user' as const
const INACTIVE = 'Assistant is not active' as const
const NO_PRICE = 'Destination is not supported' as const
const NO_MONEY = 'Insufficient balance to make call. Please top up your account.' as const

/** What placing a call can be refused with, in the order in which it is looked at. */
export const CALL_REFUSALS = { BAD_NUMBER, NOT_YOURS, INACTIVE, NO_PRICE, NO_MONEY }

const Placed = z.object({ message: z.string(), call_id: ReplyId, status: CallStatus })

export const makeCall = endpoint({
  method: 'post',
  path: '/user/make_call',
  summary: 'Place an outbound call',
  description: `Every active assistant may call, with or without a number of its own. The longest possible call is set aside from the balance and settled by the started minute; a call that nobody takes costs nothing. ${SANDBOX_NUMBERS}`,
  idempotent: true,
  confirm: 'Place this call? It is paid for from the balance.',
  body: z.object({
    assistant_id: Id,
    phone_number: requiredText().meta({ examples: ['+12025550100'] }),
    variables: optional(JsonObject).meta({ examples: [{ customer_name: 'Ada' }] }),
  }),
  examples: { reply: { message: 'Call initiated successfully', status: 'initiated' } },
  reply: Placed,
  refusals: { 400: [BAD_NUMBER, NO_PRICE], 404: [NOT_YOURS], 422: [INACTIVE, NO_MONEY] },
})

export const simulateCall = endpoint({
  method: 'post',
  path: '/user/calls/simulate',
  summary: 'Have the Sandbox call an assistant, as a caller or from a website',
  description: `A simulation, free of charge: a scripted customer calls the assistant by telephone (\`inbound\`: its inbound webhook is asked first) or from a website (\`web\`: no numbers). Without a number the caller withholds it. ${SANDBOX_NUMBERS} A caller is never busy, away or a machine.`,
  body: z.object({
    assistant_id: Id,
    type: z.enum(['inbound', 'web']),
    phone_number: optional(requiredText()).meta({ examples: ['+12025550100'] }),
    variables: optional(JsonObject).meta({ examples: [{ customer_name: 'Ada' }] }),
  }),
  examples: { reply: { message: 'Simulated call initiated successfully', status: 'initiated' } },
  reply: Placed,
  refusals: { 400: [BAD_NUMBER], 404: [NOT_YOURS], 422: [INACTIVE] },
})

/** Most calls of one import. */
const MAX_IMPORT = 10_000

const NOT_A_NUMBER = { error: 'The :attribute must be a number.' }
const NOT_JSON = 'The :attribute must be a JSON object.'

/** A number, or the same as text, as every cell of a CSV file is. */
const numberCell = <schema extends z.ZodType<number, number>>(schema: schema) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, NOT_A_NUMBER)], NOT_A_NUMBER)
    .transform(Number)
    .pipe(schema)

/** An object, or the same as JSON in a cell. */
const ObjectCell = z.union(
  [
    JsonObject,
    z.string().transform((cell, context) => {
      const parsed = JsonObject.safeParse(jsonOf(cell))
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: NOT_JSON })
      return z.NEVER
    }),
  ],
  { error: NOT_JSON },
)

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

const NO_TIME = 'The :attribute is not a valid date.'

/** A moment that was: `YYYY-MM-DD HH:MM:SS`, UTC. */
const Moment = z
  .string()
  .regex(/^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: NO_TIME })
  .refine(isRealMoment, { error: NO_TIME })
  .meta({ examples: ['2026-03-14 09:26:53'] })

function isRealMoment(moment: string): boolean {
  const iso = `${moment.replace(' ', 'T')}.000Z`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso
}

const Cost = optional(numberCell(decimal(0, 1_000_000)))

/** A call of another system, as it is taken over: what is left out is as in a call without it. */
export const ImportedCall = z.object({
  assistant_id: Id,
  type: CallType,
  status: CallStatus,
  created_at: optional(Moment),
  updated_at: optional(Moment),
  campaign_name: optional(text(255)),
  duration: optional(numberCell(integer(0, 1_000_000))),
  assistant_phone_number: optional(text(64)),
  client_phone_number: optional(text(64)),
  transcript: optional(text()),
  variables: optional(ObjectCell),
  evaluation: optional(ObjectCell),
  webhook_response: optional(ObjectCell),
  carrier_cost: Cost,
  total_cost: Cost,
  answered_by: optional(AnsweredBy),
  recording_url: optional(WebUrl),
})
export type ImportedCall = z.output<typeof ImportedCall>

export const importCalls = endpoint({
  method: 'post',
  path: '/user/calls/import',
  summary: 'Take over calls of another system, all or none of them',
  description: `At most ${MAX_IMPORT} calls, as JSON or as CSV with the names of the fields in its first line (objects as JSON in their cells). They are written as they are: no telephone rings, no webhook is sent, no money moves. Errors name the call from 0 and, for CSV, its line. A \`campaign_name\` that the account does not have yet becomes a campaign.`,
  csv: 'calls',
  body: z.object({ calls: z.array(ImportedCall).min(1).max(MAX_IMPORT) }),
  examples: {
    body: {
      calls: [
        {
          assistant_id: 7,
          type: 'inbound',
          status: 'completed',
          created_at: '2026-03-14 09:26:53',
          duration: 74,
          client_phone_number: '+12025550123',
          transcript: 'AI: Hello! How can I help you?',
        },
      ],
    },
  },
  reply: z.object({ message: z.string(), imported: z.int() }),
})

const OneCall = z.object({ id: Id })
const UNKNOWN = { 404: ['Call not found'] }

export const getCall = endpoint({
  method: 'get',
  path: '/user/calls/:id',
  summary: 'One call',
  params: OneCall,
  reply: Call,
  refusals: UNKNOWN,
})

export const endCall = endpoint({
  method: 'post',
  path: '/user/calls/:id/end',
  summary: 'Hang up a call that is going on; one that still rings fails',
  params: OneCall,
  confirm: 'Hang up this call?',
  reply: z.object({ message: z.string(), data: Call }),
  refusals: { ...UNKNOWN, 409: ['The call is over already'] },
})

export const deleteCall = endpoint({
  method: 'delete',
  path: '/user/calls/:id',
  summary: 'Delete a call with its recording; one that is going on is hung up first',
  params: OneCall,
  reply: z.object({ message: z.string() }),
  refusals: UNKNOWN,
})
