import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AnsweredBy, CallKind, CallOutcome, CallStatus, CallType } from './enums.ts'
import { ExportQuery, exportOf } from './export.ts'
import { CallActivity, CallCompany } from './ongoing-calls.ts'
import { renaming } from './other-names.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import {
  AssistantReference,
  DateTime,
  Id,
  JsonObject,
  optional,
  ReplyId,
  requiredText,
  Timezone,
  text,
} from './scalars.ts'
import { ToolCall } from './tool-calls.ts'
import { TurnTiming } from './turn-timing.ts'
import { WebhookDelivery } from './webhooks.ts'

/** Item of the calls list (docs/spec/api.md, "Call"). Costs are USD, `duration` is seconds. */
export const Call = z.object({
  id: ReplyId,
  assistant_name: z.string(),
  campaign_name: z.string().describe('Empty without a campaign.'),
  type: CallType,
  duration: z.int(),
  assistant_phone_number: z.string().nullable().describe('Both numbers are null for web calls.'),
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

const YesOrNo = z.enum(['0', '1'])

const CallFilter = z
  .object({
    status: CallStatus.optional(),
    type: CallType.optional(),
    phone_number: text(255)
      .optional()
      .describe('Exact match of the client’s number, comparing digits only.'),
    assistant_id: Id.optional(),
    campaign_id: Id.optional(),
    kind: CallKind.optional().describe('Like `type`, with `sandbox` for Sandbox calls.'),
    sandbox: YesOrNo.optional().describe('`0`: all kinds except Sandbox.'),
    outcome: CallOutcome.optional().describe('Outcome of the call.'),
    answered: YesOrNo.optional().describe('`1`: only answered calls.'),
    interrupted: YesOrNo.optional().describe(
      '`1`: only calls on which the caller interrupted the assistant.',
    ),
    had_person: YesOrNo.optional().describe('`1`: only calls on which a person spoke.'),
    timezone: Timezone.optional().describe('Timezone in which days start and end; UTC if omitted.'),
  })
  .extend(DateRange.shape)

export const listCalls = endpoint({
  method: 'get',
  path: '/user/calls',
  capability: 'records',
  summary: 'List calls, newest first',
  repeatable: true,
  query: pageQuery(15).extend(CallFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Call),
})

export const exportCalls = exportOf({
  path: '/user/calls/export',
  alsoNeeds: 'records',
  summary: 'Export all matching calls as a file',
  item: Call,
  query: CallFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

const SANDBOX_NUMBERS =
  'The Sandbox places no real calls: the outcome depends on the number (+1 202 555 0101 to 0108 have predefined ones).'

const Placed = z.object({ message: z.string(), call_id: ReplyId, status: CallStatus })

export const makeCall = endpoint({
  method: 'post',
  path: '/user/make_call',
  capability: 'outreach',
  summary: 'Place an outbound call',
  description: `Any assistant that has not been deactivated may call, with or without its own number. Clients of the API family may send \`variable\` for \`variables\`. The cost of the longest possible call is reserved from the balance, and settled per started minute; unanswered calls are free. ${SANDBOX_NUMBERS}`,
  idempotent: true,
  confirm: 'Place this call? Its cost is charged to the balance.',
  normalize: renaming({ variable: 'variables' }),
  body: z.object({
    assistant_id: AssistantReference,
    phone_number: requiredText().meta({ examples: ['+12025550100'] }),
    variables: optional(JsonObject).meta({ examples: [{ customer_name: 'Ada' }] }),
  }),
  examples: { reply: { message: 'Call initiated successfully', status: 'initiated' } },
  reply: Placed,
  refusals: [
    'call_number_invalid',
    'destination_unsupported',
    'call_country_not_allowed',
    'assistant_not_yours',
    'assistant_inactive',
    'assistant_without_model',
    'number_on_do_not_call',
    'insufficient_balance_for_call',
    'speech_unpaid',
  ],
})

export const simulateCall = endpoint({
  method: 'post',
  path: '/user/calls/simulate',
  capability: 'outreach',
  summary: 'Simulate an inbound or web call to an assistant with the Sandbox',
  description: `A free simulation: a scripted customer calls the assistant by telephone (\`inbound\`: its inbound webhook is requested first) or from a website (\`web\`: without numbers). Without a number, the caller’s number is withheld. ${SANDBOX_NUMBERS} A caller is never busy, away or a machine.`,
  body: z.object({
    assistant_id: Id,
    type: z.enum(['inbound', 'web']),
    phone_number: optional(requiredText()).meta({ examples: ['+12025550100'] }),
    variables: optional(JsonObject).meta({ examples: [{ customer_name: 'Ada' }] }),
  }),
  examples: { reply: { message: 'Simulated call initiated successfully', status: 'initiated' } },
  reply: Placed,
  refusals: ['call_number_invalid', 'assistant_not_yours', 'assistant_inactive'],
})

const OneCall = z.object({ id: Id })
const UNKNOWN = ['call_not_found'] as const

export const getCall = endpoint({
  method: 'get',
  path: '/user/calls/:id',
  capability: 'records',
  summary: 'Get a call',
  params: OneCall,
  reply: Call,
  refusals: UNKNOWN,
})

/** Events of a call, in the order in which they can occur. */
export const CallStep = z.object({
  kind: z.enum([
    'created',
    'dialled',
    'ringing',
    'answered',
    'busy',
    'no-answer',
    'failed',
    'ended',
    'completed',
  ]),
  at: z.iso.datetime(),
})
export type CallStep = z.output<typeof CallStep>

/** An utterance on a call. */
export const Utterance = z.object({
  speaker: z
    .enum(['assistant', 'customer', 'operator'])
    .describe('`operator`: an operator who has taken the call.'),
  name: z.string().nullable().describe('Name of the operator; null for other speakers.'),
  content: z.string(),
  at: z.iso.datetime().nullable(),
  recorded_at: z.number().nullable().describe('Position in the recording, seconds.'),
  timing: TurnTiming.nullable().describe('Latency of an answer to spoken words.'),
  explanation_id: z
    .int()
    .optional()
    .describe('Id of the explanation of an answer. Absent if there is none.'),
  function_calls: z
    .array(ToolCall)
    .optional()
    .describe('Tool calls made by the assistant after this utterance. Absent if there are none.'),
})
export type Utterance = z.output<typeof Utterance>

/** Call details beyond those in the list. */
export const CallTimeline = z.object({
  call: Call,
  assistant_id: ReplyId,
  provider: z.string(),
  is_sandbox: z.boolean().describe('Whether the call was simulated; no telephone rang.'),
  steps: z.array(CallStep),
  ended_by: z.enum(['customer', 'assistant', 'limit', 'operator']).nullable(),
  utterances: z.array(Utterance).describe('Empty for imported calls.'),
  minute_price: z.number().describe('Price per started minute, USD.'),
  held: z.number().describe('Amount reserved until the call ends, USD.'),
  max_duration: z.int().describe('Maximum duration, seconds.'),
  company: CallCompany.nullable().describe(
    'Operators on the call; null if the call cannot be joined.',
  ),
  activities: z
    .array(CallActivity)
    .describe('Operators’ activities on a call without a conversation.'),
  conversation_id: z.uuid().nullable().describe('Id of the conversation of a web call.'),
  webhook_deliveries: z.array(WebhookDelivery).describe('Newest first.'),
})
export type CallTimeline = z.output<typeof CallTimeline>

export const getCallTimeline = endpoint({
  method: 'get',
  path: '/user/calls/:id/timeline',
  capability: 'records',
  summary: 'Get a call’s timeline: steps, transcript, cost and webhooks',
  params: OneCall,
  reply: CallTimeline,
  refusals: UNKNOWN,
})

export const endCall = endpoint({
  method: 'post',
  path: '/user/calls/:id/end',
  // Operators who answer visitors may also stop what an assistant says to them.
  capability: 'conversations.change',
  summary: 'Hang up a call in progress; a ringing call fails',
  params: OneCall,
  confirm: 'Hang up this call?',
  reply: z.object({ message: z.string(), data: Call }),
  refusals: [...UNKNOWN, 'call_over'],
})

export const deleteCall = endpoint({
  method: 'delete',
  path: '/user/calls/:id',
  capability: 'outreach',
  summary: 'Delete a call with its recording; a call in progress is hung up first',
  params: OneCall,
  reply: z.object({ message: z.string() }),
  refusals: UNKNOWN,
})
