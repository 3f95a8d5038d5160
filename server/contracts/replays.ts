import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PlaygroundDraft } from './playground.ts'
import { defaulted, Flag, Id, integer, Uuid } from './scalars.ts'

/* A draft of an assistant answers real conversations again, before it is saved. */

/** Maximum conversations of a replay, and answers of each. */
export const MAX_REPLAYED = 50
export const MAX_ANSWERS_OF_ONE = 5

/** Replays kept per assistant; older ones are deleted. */
export const REPLAYS_KEPT = 20

export const ReplayVerdict = z.enum(['same', 'better', 'worse', 'needs_person'])
export type ReplayVerdict = z.output<typeof ReplayVerdict>

/** Rules that decide about an answer, or `model` if a model did. */
export const ReplayRule = z.enum([
  'same_words',
  'same_facts',
  'no_answer',
  'knows_now',
  'knew_before',
  'knows_neither',
  'tool_not_run',
  'differs',
  'model',
])
export type ReplayRule = z.output<typeof ReplayRule>

/** An answer of a replay beside what was said. */
export const ReplayAnswer = z.object({
  conversation_id: Uuid,
  seq: z.int().describe('Sequence number of the visitor’s message.'),
  question: z.string(),
  before: z.string().describe('What was said.'),
  is_by_person: z.boolean().describe('Whether an operator said it.'),
  after: z.string().describe('What the draft answers; empty if it does not.'),
  verdict: ReplayVerdict.describe(
    '`needs_person` if a person has to compare: the answers differ, and no rule or model has decided.',
  ),
  rule: ReplayRule.describe('What decided.'),
  detail: z.string().describe('The model’s reason, or the reason why there is no answer.'),
  tools: z.array(z.string()).describe('Names of the tools that the model called.'),
})
export type ReplayAnswer = z.output<typeof ReplayAnswer>

/** Result of a replay. */
export const Replay = z.object({
  id: z.int(),
  model: z.string().describe('Name of the model that answered.'),
  is_judged: z.boolean().describe('Whether a model judged what the rules could not.'),
  status: z.enum(['done', 'cancelled']),
  version: z.int().nullable().describe('Newest version with the settings that answered.'),
  conversations: z.int(),
  same: z.int(),
  better: z.int(),
  worse: z.int(),
  needs_person: z.int(),
  cost: z.number().describe('Cost, US dollars.'),
  duration_ms: z.int(),
  created_at: z.iso.datetime(),
})
export type Replay = z.output<typeof Replay>

export const WholeReplay = Replay.extend({ answers: z.array(ReplayAnswer) })
export type WholeReplay = z.output<typeof WholeReplay>

/** Events of the stream of a replay, by type. */
export const ReplayEvents = {
  start: z.object({ total: z.int().describe('Answers to come.') }),
  answer: ReplayAnswer,
  end: Replay,
} as const
export type ReplayEvent = {
  [type in keyof typeof ReplayEvents]: {
    readonly type: type
    readonly data: z.output<(typeof ReplayEvents)[type]>
  }
}[keyof typeof ReplayEvents]

const params = z.object({ id: Id })
const NO_ASSISTANT = 'assistant_not_found'

const body = z.object({
  fields: PlaygroundDraft.describe(
    'Fields in which the draft differs; further fields are allowed.',
  ),
  conversations: defaulted(integer(1, MAX_REPLAYED), 10).describe(
    `The newest conversations to answer again, up to ${MAX_REPLAYED}; of each the last ${MAX_ANSWERS_OF_ONE} answers.`,
  ),
  is_judged: defaulted(Flag, false).describe(
    'Whether the assistant’s model judges the answers that the rules cannot decide about.',
  ),
})

export const estimateReplay = endpoint({
  method: 'post',
  path: '/user/assistant/:id/replays/estimate',
  capability: 'assistants',
  summary: 'Estimate the cost and the duration of a replay; no model is called',
  params,
  body,
  refusals: [NO_ASSISTANT, 'model_unavailable'],
  examples: { body: { fields: { system_prompt: 'You answer for a bakery.' } } },
  reply: z.object({
    conversations: z.int(),
    answers: z.int(),
    model: z.string().describe('Name of the model that answers.'),
    cost: z.number().describe('Estimated cost, US dollars.'),
    seconds: z.int().describe('Estimated duration.'),
    can_judge: z.boolean().describe('Whether there is a model that can judge.'),
  }),
})

export const runReplay = endpoint({
  method: 'post',
  path: '/user/assistant/:id/replays',
  capability: 'assistants',
  summary: 'Have a draft answer the last conversations again, as server-sent events',
  description:
    'Events: `start` (how many answers), `answer` (one of them beside what was said) and `end` (the result, which is stored). Nothing is sent to anyone, and tools are not run: a call gets the result that it had in the conversation, if any; only the knowledge base is searched. Costs are charged, and budgets apply. Disconnecting cancels it; the answers so far are stored.',
  params,
  body,
  stream: true,
  refusals: ['insufficient_balance', NO_ASSISTANT, 'model_unavailable'],
  examples: { body: { fields: { system_prompt: 'You answer for a bakery.' } } },
  reply: z.unknown(),
})

export const listReplays = endpoint({
  method: 'get',
  path: '/user/assistant/:id/replays',
  capability: 'assistants',
  summary: `List the replays of an assistant, newest first; the last ${REPLAYS_KEPT} are kept`,
  params,
  refusals: [NO_ASSISTANT],
  reply: z.object({ data: z.array(Replay) }),
})

export const getReplay = endpoint({
  method: 'get',
  path: '/user/assistant/:id/replays/:replay_id',
  capability: 'assistants',
  summary: 'Get a replay with its answers beside what was said',
  params: params.extend({ replay_id: Id }),
  refusals: [NO_ASSISTANT, 'replay_not_found'],
  reply: WholeReplay,
})
