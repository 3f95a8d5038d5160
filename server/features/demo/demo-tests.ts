import type { NewAssistantTest, TestResult } from '#contracts/assistant-tests.ts'
import type { Tx } from '../../db/write.ts'
import { assistantTestQueries } from '../assistant-lab/assistant-tests/queries.ts'
import type { AssistantRow } from '../assistants/row.ts'
import type { DemoNeeds } from './demo-talk.ts'

/** A saved test with the answers and results of its last run. */
interface DemoTest extends NewAssistantTest {
  readonly answers: readonly string[]
  readonly found: readonly (readonly [passed: boolean, detail: string])[]
}

const TESTS: readonly DemoTest[] = [
  {
    name: 'Opening hours',
    variables: {},
    lines: [
      {
        say: 'Are you open on Saturday?',
        expectations: [
          { kind: 'contains', value: '16' },
          { kind: 'lacks', value: 'Sunday to Monday' },
        ],
      },
    ],
    answers: [
      'Radhaus is open Tuesday to Friday from 10 to 19 and on Saturday from 10 to 16. On Sunday and Monday it is closed.',
    ],
    found: [
      [true, ''],
      [true, ''],
    ],
  },
  {
    name: 'Price of an inspection',
    variables: {},
    lines: [
      {
        say: 'How much is a full inspection?',
        expectations: [{ kind: 'contains', value: '119' }],
      },
      {
        say: 'Can you book one for Thursday?',
        expectations: [{ kind: 'calls_tool', value: 'book_workshop' }],
      },
    ],
    answers: [
      'A basic inspection costs 59 euros and takes two working days. A full one with a new chain and brake pads costs 119 euros.',
      'I do not have that in what I know. A person can book it for you.',
    ],
    found: [
      [true, ''],
      [false, 'No tool was called.'],
    ],
  },
]

/** Stores the shop's tests of its assistant, and the results of the last run. */
export function writeTests(
  tx: Tx,
  { db, now }: DemoNeeds,
  assistant: AssistantRow,
  model: string,
): void {
  const queries = assistantTestQueries(db)
  const about = {
    userId: assistant.user_id,
    assistantId: assistant.id,
    now: now().getTime(),
  }
  const results = TESTS.map((test) => {
    const { id } = queries.insert(tx, {
      ...about,
      name: test.name,
      lines: JSON.stringify(test.lines),
      variables: JSON.stringify(test.variables),
    })
    return resultOf(id, test, assistant.initial_message)
  })
  const passed = results.filter((result) => result.passed).length
  queries.insertRun(tx, {
    ...about,
    model,
    passed,
    failed: results.length - passed,
    cost: 0,
    results: JSON.stringify(results),
  })
}

function resultOf(
  test_id: number,
  { name, lines, answers, found }: DemoTest,
  greeting: string,
): TestResult {
  const checks = lines
    .flatMap(({ expectations }, line) => expectations.map((expected) => ({ line, ...expected })))
    .map(({ line, kind, value, field = null }, at) => {
      const [passed, detail] = found[at]!
      return { line, kind, value, field: field ?? null, passed, detail }
    })
  return {
    test_id,
    name,
    passed: checks.every(({ passed }) => passed),
    problem: null,
    cost: 0,
    transcript: [
      { role: 'assistant', content: greeting },
      ...lines.flatMap(({ say }, line) => [
        { role: 'user' as const, content: say },
        { role: 'assistant' as const, content: answers[line]! },
      ]),
    ],
    checks,
  }
}
