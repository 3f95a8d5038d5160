import { z } from 'zod'
import { MAX_MESSAGE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { ExpectationKind } from './enums.ts'
import { fault, issue } from './faults.ts'
import { FunctionCall, Turn } from './public-chat.ts'
import { defaulted, Id, JsonObject, optional, requiredText } from './scalars.ts'

/** Maximum tests per assistant, lines per test and expectations per line. */
export const MAX_TESTS = 50
const MAX_LINES = 20
const MAX_EXPECTATIONS = 10

/** Runs kept per assistant; older ones are deleted. */
export const RUNS_KEPT = 20

/** A condition that must hold once a line has been answered. */
export const Expectation = z.object({
  kind: ExpectationKind.describe(
    '`contains` and `lacks`: words in the answer, ignoring case. `calls_tool`: name of a tool that is called. `extracts`: value of a field of `post_call_schema` extracted so far. `judged`: a sentence that a model judges to be true of the answer.',
  ),
  value: requiredText(500).describe(
    'The words, the tool’s name, the field’s value, or the sentence.',
  ),
  field: optional(requiredText(16)).describe('Name of the field, for `extracts`.'),
})
export type Expectation = z.output<typeof Expectation>

/** A visitor's message, and the expectations about the answer. */
export const TestLine = z.object({
  say: requiredText(MAX_MESSAGE),
  expectations: defaulted(z.array(Expectation).max(MAX_EXPECTATIONS), []),
})
export type TestLine = z.output<typeof TestLine>

export const NewAssistantTest = z.object({
  name: requiredText(100),
  lines: z.array(TestLine).min(1).max(MAX_LINES).superRefine(requireFields),
  variables: defaulted(JsonObject, {}).describe('Variables for this conversation.'),
})
export type NewAssistantTest = z.output<typeof NewAssistantTest>

function requireFields(
  lines: readonly z.output<typeof TestLine>[],
  context: z.RefinementCtx<readonly z.output<typeof TestLine>[]>,
): void {
  for (const [index, { expectations }] of lines.entries()) {
    for (const [at, { kind, field }] of expectations.entries()) {
      if (kind !== 'extracts' || field !== undefined) continue
      context.addIssue({
        code: 'custom',
        path: [index, 'expectations', at, 'field'],
        message: issue('required_when', { other: 'kind', value: 'extracts' }),
      })
    }
  }
}

const StoredLine = z.object({
  say: z.string(),
  expectations: z.array(
    z.object({ kind: ExpectationKind, value: z.string(), field: z.string().optional() }),
  ),
})

/** A scripted dialogue to test an assistant with. */
export const AssistantTest = z.object({
  id: z.int(),
  name: z.string(),
  lines: z.array(StoredLine),
  variables: JsonObject,
  updated_at: z.iso.datetime(),
})
export type AssistantTest = z.output<typeof AssistantTest>

/** Result of one expectation. */
export const TestCheck = z.object({
  line: z.int().describe('Index of the line, from 0.'),
  kind: ExpectationKind,
  value: z.string(),
  field: z.string().nullable(),
  passed: z.boolean(),
  detail: z.string().describe('The actual result, or the reason for the verdict.'),
})
export type TestCheck = z.output<typeof TestCheck>

const RESULT = {
  test_id: 1,
  name: 'Opening hours',
  passed: true,
  problem: null,
  cost: 0,
  transcript: [
    { role: 'user', content: 'When do you open?' },
    { role: 'assistant', content: 'We open at 9.' },
  ],
  checks: [],
} as const

/** Result of one test. */
export const TestResult = z
  .object({
    test_id: z.int(),
    name: z.string(),
    passed: z.boolean(),
    problem: z.string().nullable().describe('Reason why the test did not finish.'),
    cost: z.number().describe('Cost, US dollars.'),
    transcript: z.array(Turn.extend({ function_calls: z.array(FunctionCall).optional() })),
    checks: z.array(TestCheck),
  })
  .meta({ examples: [RESULT] })
export type TestResult = z.output<typeof TestResult>

/** Result of a test run. */
export const TestRun = z.object({
  id: z.int(),
  model: z.string().describe('Name of the model that answered.'),
  passed: z.int(),
  failed: z.int(),
  cost: z.number().describe('Cost, US dollars.'),
  created_at: z.iso.datetime(),
})
export type TestRun = z.output<typeof TestRun>

export const WholeTestRun = TestRun.extend({ results: z.array(TestResult) })
export type WholeTestRun = z.output<typeof WholeTestRun>

const OneAssistant = z.object({ id: Id })
const OneTest = OneAssistant.extend({ test_id: Id })
const NO_ASSISTANT = 'assistant_not_found'
const NO_TEST = 'test_not_found'
const Saved = z.object({ message: z.string(), data: AssistantTest })

const EXAMPLE = {
  name: 'Opening hours',
  lines: [{ say: 'When do you open?', expectations: [{ kind: 'contains' as const, value: '9' }] }],
}

const RUN_EXAMPLE: WholeTestRun = {
  id: 1,
  model: 'Built-in (offline)',
  passed: 1,
  failed: 0,
  cost: 0,
  created_at: '2026-03-14T09:26:53.000Z',
  results: [
    {
      test_id: 1,
      name: 'Opening hours',
      passed: true,
      problem: null,
      cost: 0,
      transcript: [
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: 'When do you open?' },
        { role: 'assistant', content: 'We open at 9.' },
      ],
      checks: [{ line: 0, kind: 'contains', value: '9', field: null, passed: true, detail: '' }],
    },
  ],
}

export const listAssistantTests = endpoint({
  method: 'get',
  path: '/user/assistant/:id/tests',
  capability: 'assistants',
  summary: 'List the tests of an assistant, oldest first',
  params: OneAssistant,
  refusals: [NO_ASSISTANT],
  reply: z.object({ data: z.array(AssistantTest) }),
})

export const createAssistantTest = endpoint({
  method: 'post',
  path: '/user/assistant/:id/tests',
  capability: 'assistants',
  summary: 'Create a test of an assistant',
  params: OneAssistant,
  body: NewAssistantTest,
  status: 201,
  refusals: [NO_ASSISTANT, fault('too_many_tests', { max: 50 })],
  examples: { body: EXAMPLE, reply: { message: 'Test created successfully' } },
  reply: Saved,
})

export const updateAssistantTest = endpoint({
  method: 'put',
  path: '/user/assistant/:id/tests/:test_id',
  capability: 'assistants',
  summary: 'Update a test',
  params: OneTest,
  body: NewAssistantTest,
  refusals: [NO_ASSISTANT, NO_TEST],
  examples: { body: EXAMPLE, reply: { message: 'Test updated successfully' } },
  reply: Saved,
})

export const deleteAssistantTest = endpoint({
  method: 'delete',
  path: '/user/assistant/:id/tests/:test_id',
  capability: 'assistants',
  summary: 'Delete a test; results of past runs are kept',
  params: OneTest,
  refusals: [NO_ASSISTANT, NO_TEST],
  examples: { reply: { message: 'Test deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const runAssistantTests = endpoint({
  method: 'post',
  path: '/user/assistant/:id/tests/run',
  capability: 'assistants',
  summary: 'Run an assistant’s tests and check their expectations',
  description:
    'The assistant answers with its saved settings, and with its model unless another one is named; no conversations are created, and nothing appears in the inbox. Costs are charged, and budgets apply. The response arrives when all tests are done, after five minutes at most; unfinished tests have failed by then.',
  params: OneAssistant,
  body: z.object({
    test_ids: optional(z.array(Id).min(1).max(MAX_TESTS)).describe(
      'Ids of the tests to run; all if omitted.',
    ),
    llm_model_id: optional(Id).describe(
      'Id of another model to answer with; the assistant keeps its own.',
    ),
  }),
  refusals: ['insufficient_balance', NO_ASSISTANT, NO_TEST, 'nothing_to_run', 'model_unavailable'],
  examples: { reply: { message: 'Tests run successfully', data: RUN_EXAMPLE } },
  reply: z.object({ message: z.string(), data: WholeTestRun }),
})

export const listTestRuns = endpoint({
  method: 'get',
  path: '/user/assistant/:id/tests/runs',
  capability: 'assistants',
  summary: `List the test runs of an assistant, newest first; the last ${RUNS_KEPT} are kept`,
  params: OneAssistant,
  refusals: [NO_ASSISTANT],
  reply: z.object({ data: z.array(TestRun) }),
})

export const getTestRun = endpoint({
  method: 'get',
  path: '/user/assistant/:id/tests/runs/:run_id',
  capability: 'assistants',
  summary: 'Get a test run with its transcripts',
  params: OneAssistant.extend({ run_id: Id }),
  refusals: [NO_ASSISTANT, 'run_not_found'],
  examples: { reply: RUN_EXAMPLE },
  reply: WholeTestRun,
})
