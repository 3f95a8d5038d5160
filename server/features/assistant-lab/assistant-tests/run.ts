import type { AssistantTest, TestResult } from '#contracts/assistant-tests.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { assertFunds } from '../../conversations/turns/funds.ts'
import { chatModel } from '../../platform/lookups/models.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { assistantTestQueries, type WholeRunRow } from './queries.ts'
import { type RunNeeds, runTest } from './run-test.ts'

interface RunRequest {
  readonly assistant: AssistantWithLanguage
  readonly tests: readonly AssistantTest[]
  /** Id of the model that answers instead of the assistant's own. */
  readonly modelId: number | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** Time limit for all tests of a run, ms. */
const RUN_MS = 5 * 60_000

/** Number of dialogues played concurrently. */
const MAX_CONCURRENT = 4

/**
 * Runs an assistant's tests and stores the results. No conversations are created.
 * @throws AppError before the first test if there is no model or no money
 */
export async function runTests(
  context: RunNeeds & Pick<Context, 'now' | 'write'>,
  { assistant, tests, modelId, signal }: RunRequest,
): Promise<WholeRunRow> {
  const { db, write, models, now, sleep } = context
  // No other model may answer in its place.
  const fields =
    modelId === undefined ? {} : { llm_model_id: modelId, chat_llm_fallback_id: modelId }
  const model = chatModel(db, { ...assistant, ...fields })
  if (!model || !models.of(model)) throw new AppError('model_unavailable')
  assertFunds(context, { ...assistant, ...fields })
  const late = new AbortController()
  const ended = new AbortController()
  void sleep(RUN_MS, ended.signal).then(
    () => late.abort(),
    () => undefined,
  )
  const signals = { gone: signal, late: late.signal }
  const results = await inTurn(tests, (test) =>
    runTest(context, { assistant, test, fields, signals }),
  )
  ended.abort()
  const passed = results.filter((result) => result.passed).length
  const queries = assistantTestQueries(db)
  return await write((tx) => {
    const run = queries.insertRun(tx, {
      userId: assistant.user_id,
      assistantId: assistant.id,
      model: model.name,
      passed,
      failed: results.length - passed,
      cost: results.reduce((sum, { cost }) => sum + fromDollars(cost), 0),
      results: JSON.stringify(results),
      now: now().getTime(),
    })
    queries.forgetRuns(tx, assistant.id)
    return run
  })
}

/** Runs tasks with limited concurrency and returns the results in order. */
async function inTurn(
  tests: readonly AssistantTest[],
  work: (test: AssistantTest) => Promise<TestResult>,
): Promise<TestResult[]> {
  const results: TestResult[] = []
  let next = 0
  async function worker(): Promise<void> {
    while (next < tests.length) {
      const index = next++
      results[index] = await work(tests[index]!)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  return results
}
