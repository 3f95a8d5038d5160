import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CallKind, CallOutcome } from './enums.ts'
import { DateRange, inOrder, OUT_OF_ORDER } from './page.ts'
import { Day, Id, ReplyId, Timezone } from './scalars.ts'

/** Figures for the calls that started in a period, including their later outcome. */
export const CallNumbers = z.object({
  calls: z.int().describe('Calls that began, also those that go on.'),
  answered: z.int().describe('Those of them that somebody took.'),
  seconds: z.int().describe('Length of all that have ended, from answer to end.'),
  cost: z.number().describe('What they cost, in dollars.'),
  wait_p50_ms: z
    .int()
    .nullable()
    .describe(
      'Half of the answers began to sound within this time after the caller had stopped speaking, to the nearest step of a fifth. Null where nothing was measured.',
    ),
  wait_p95_ms: z.int().nullable().describe('19 of 20 answers began within it.'),
  interruptions: z.int().describe('How often callers have cut the assistant short.'),
  interrupted: z.int().describe('Calls in which they did.'),
  had_person: z.int().describe('Calls on which a person spoke, at the desk or after a transfer.'),
  outcomes: z.record(CallOutcome, z.int()).describe('How they ended.'),
})
export type CallNumbers = z.output<typeof CallNumbers>

/** Figures for an assistant's calls, excluding the Sandbox. */
export const AssistantCalls = CallNumbers.extend({
  assistant_id: ReplyId,
  assistant_name: z.string(),
})
export type AssistantCalls = z.output<typeof AssistantCalls>

export const CallReport = z.object({
  date_from: Day,
  date_to: Day,
  total: CallNumbers.describe('All kinds but the Sandbox.'),
  kinds: z.record(CallKind, CallNumbers),
  assistants: z
    .array(AssistantCalls)
    .describe('Assistants with calls, without the Sandbox: most calls first, 50 at most.'),
})
export type CallReport = z.output<typeof CallReport>

export const getCallReport = endpoint({
  method: 'get',
  path: '/user/calls/report',
  capability: 'records',
  summary: 'Get call statistics for a period, by kind and by assistant',
  description:
    'The list of calls takes the same days, timezone and assistant with `kind`, `sandbox`, `outcome`, `answered`, `interrupted` and `had_person`: it shows the calls that a number counts.',
  query: DateRange.extend({
    timezone: Timezone.optional().describe('Where days begin and end; UTC when it is left out.'),
    assistant_id: Id.optional().describe('Narrows the numbers to one assistant.'),
  }).refine(inOrder, OUT_OF_ORDER),
  reply: CallReport,
})
