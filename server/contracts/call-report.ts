import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CallKind, CallOutcome } from './enums.ts'
import { DateRange, inOrder, OUT_OF_ORDER } from './page.ts'
import { Day, Id, ReplyId, Timezone } from './scalars.ts'

/** Figures for the calls that started in a period, including their later outcome. */
export const CallNumbers = z.object({
  calls: z.int().describe('Number of calls started, including those in progress.'),
  answered: z.int().describe('Number of these calls that were answered.'),
  seconds: z.int().describe('Total duration of ended calls, from answer to end, seconds.'),
  cost: z.number().describe('Total cost, US dollars.'),
  wait_p50_ms: z
    .int()
    .nullable()
    .describe(
      'Median time from the end of the caller’s speech to the first sound of the answer, ms, in steps of about 20 %. Null without measurements.',
    ),
  wait_p95_ms: z.int().nullable().describe('95th percentile of the same time, ms.'),
  interruptions: z.int().describe('Number of times callers interrupted the assistant.'),
  interrupted: z.int().describe('Number of calls with an interruption.'),
  had_person: z
    .int()
    .describe('Number of calls on which a person spoke, at the desk or after a transfer.'),
  outcomes: z.record(CallOutcome, z.int()).describe('Number of calls by outcome.'),
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
  total: CallNumbers.describe('All kinds except Sandbox.'),
  kinds: z.record(CallKind, CallNumbers),
  assistants: z
    .array(AssistantCalls)
    .describe('Assistants with calls outside the Sandbox, most calls first, at most 50.'),
})
export type CallReport = z.output<typeof CallReport>

export const getCallReport = endpoint({
  method: 'get',
  path: '/user/calls/report',
  capability: 'records',
  summary: 'Get call statistics for a period, by kind and by assistant',
  description:
    'The list of calls takes the same days, timezone and assistant with `kind`, `sandbox`, `outcome`, `answered`, `interrupted` and `had_person`, to show the calls behind a number.',
  query: DateRange.extend({
    timezone: Timezone.optional().describe('Timezone in which days start and end; UTC if omitted.'),
    assistant_id: Id.optional().describe('Restricts the figures to one assistant.'),
  }).refine(inOrder, OUT_OF_ORDER),
  reply: CallReport,
})
