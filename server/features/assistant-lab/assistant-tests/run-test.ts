import type { AssistantTest, TestCheck, TestResult } from '#contracts/assistant-tests.ts'
import { inEnglish } from '#contracts/catalogues.ts'
import type { PlaygroundDraft, PlaygroundEnd } from '#contracts/playground.ts'
import type { FunctionCall } from '#contracts/public-chat.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { answerAsDraft } from '../playground/answer.ts'
import { draftOf } from '../playground/draft.ts'
import { type CheckNeeds, checkExpectation } from './check.ts'

export type RunNeeds = CheckNeeds & Parameters<typeof answerAsDraft>[0]

interface Run {
  readonly assistant: AssistantWithLanguage
  readonly test: AssistantTest
  /** Fields in which the assistant that answers differs from the stored one. */
  readonly fields: PlaygroundDraft
  readonly signals: {
    /** Aborted when the client disconnects. */
    readonly gone: AbortSignal
    /** Aborted when the time limit of the run is reached. */
    readonly late: AbortSignal
  }
}

type Line = TestResult['transcript'][number]

/** Maximum length of a stored answer, UTF-16 units. */
const MAX_KEPT = 20_000

/** Plays a dialogue with an assistant, as the playground does with a draft, and checks the expectations after each line. */
export async function runTest(
  context: RunNeeds,
  { assistant, test, fields, signals }: Run,
): Promise<TestResult> {
  const { db, now } = context
  const signal = AbortSignal.any([signals.gone, signals.late])
  const draft = draftOf(db, assistant.user_id, assistant.id, fields)
  const variables = { ...draft.variables, ...test.variables }
  const transcript: Line[] = [
    { role: 'assistant', content: initialMessage(assistant, () => variables, now()) },
  ]
  const checks: TestCheck[] = []
  let cost = 0

  async function hold(): Promise<string | null> {
    for (const [index, line] of test.lines.entries()) {
      if (signals.late.aborted) return 'The run took longer than five minutes'
      if (signal.aborted) return 'Nobody waited for the run'
      transcript.push({ role: 'user', content: line.say })
      const answer = await answerTo()
      cost += answer.cost
      transcript.push(answer.line)
      if (!answer.complete) return `The answer is not whole: ${answer.detail}`
      for (const expectation of line.expectations) {
        const said = { expectation, assistant, transcript, signal }
        const { passed, detail, cost: price } = await checkExpectation(context, said)
        cost += toDollars(price)
        const { kind, value, field = null } = expectation
        checks.push({ line: index, kind, value, field, passed, detail })
      }
    }
    return null
  }

  async function answerTo() {
    let text = ''
    let end: PlaygroundEnd | undefined
    const function_calls: FunctionCall[] = []
    await answerAsDraft(context, {
      userId: assistant.user_id,
      assistantId: assistant.id,
      draft,
      variables: test.variables,
      history: transcript.map(({ role, content }) => ({ role, content })),
      signal,
      localizer: inEnglish,
    })((event) => {
      if (event.type === 'delta') text += event.data.text
      if (event.type === 'call' && event.data.status !== 'running') {
        const { name, arguments: args, result } = event.data
        function_calls.push({ name, arguments: args, result })
      }
      if (event.type === 'end') end = event.data
    })
    const { complete = false, detail = '', cost: price = 0 } = end ?? {}
    const line: Line = {
      role: 'assistant',
      content: text.slice(0, MAX_KEPT).toWellFormed(),
      ...(function_calls.length > 0 && { function_calls }),
    }
    return { line, complete, detail, cost: price }
  }

  const problem = await hold().catch((error: unknown) => {
    context.log.error({ err: error, test: test.id }, 'a test of an assistant failed')
    return 'The test could not be run'
  })
  return {
    test_id: test.id,
    name: test.name,
    passed: problem === null && checks.every((check) => check.passed),
    problem,
    cost: Math.round(cost * 1e6) / 1e6,
    transcript,
    checks,
  }
}
