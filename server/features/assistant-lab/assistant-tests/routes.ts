/*
 * GET    /user/assistant/:id/tests               listAssistantTests
 * POST   /user/assistant/:id/tests               createAssistantTest
 * PUT    /user/assistant/:id/tests/:test_id      updateAssistantTest
 * DELETE /user/assistant/:id/tests/:test_id      deleteAssistantTest
 * POST   /user/assistant/:id/tests/run           runAssistantTests
 * GET    /user/assistant/:id/tests/runs          listTestRuns
 * GET    /user/assistant/:id/tests/runs/:run_id  getTestRun
 */
import {
  createAssistantTest,
  deleteAssistantTest,
  getTestRun,
  listAssistantTests,
  listTestRuns,
  MAX_TESTS,
  type NewAssistantTest,
  runAssistantTests,
  updateAssistantTest,
} from '#contracts/assistant-tests.ts'
import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { belongingsQueries } from '../../assistants/belongings-queries.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { presentRun, presentTest, presentWholeRun } from './present.ts'
import { assistantTestQueries } from './queries.ts'
import { runTests } from './run.ts'

/** Tests of assistants and their runs. */
export const assistantTestRoutes: Routes = (context) => {
  const { handle, db, write, gate, now } = context
  const tests = assistantTestQueries(db)

  handle(listAssistantTests, ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    return { data: tests.all(userId, id).map(presentTest) }
  })

  handle(createAssistantTest, ({ principal: { userId }, params, body }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      if (tests.count(id) >= MAX_TESTS)
        throw new AppError('too_many_tests', { params: { max: 50 } })
      const row = tests.insert(tx, columnsOf(userId, id, body))
      return { message: 'Test created successfully', data: presentTest(row) }
    }),
  )

  handle(updateAssistantTest, async ({ principal: { userId }, params, body }) => {
    const { id } = find(userId, params.id)
    const row = await write((tx) => tests.update(tx, params.test_id, columnsOf(userId, id, body)))
    if (!row) throw testNotFound()
    return { message: 'Test updated successfully', data: presentTest(row) }
  })

  handle(deleteAssistantTest, async ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    if (!(await write((tx) => tests.remove(tx, userId, id, params.test_id)))) throw testNotFound()
    return { message: 'Test deleted successfully' }
  })

  handle(runAssistantTests, async ({ principal: { userId }, params, body, res }) => {
    const assistant = find(userId, params.id)
    const all = tests.all(userId, assistant.id).map(presentTest)
    const { test_ids: ids, llm_model_id: modelId } = body
    if (modelId !== undefined && !belongingsQueries(db).isLlmModel(modelId))
      throw new InvalidFields({
        llm_model_id: [fault('not_selectable', { attribute: 'llm_model_id' })],
      })
    if (ids?.some((id) => !all.some((test) => test.id === id))) throw testNotFound()
    const wanted = ids ? all.filter(({ id }) => ids.includes(id)) : all
    if (wanted.length === 0) throw new AppError('nothing_to_run')
    gate.limit('playgroundAnswers', String(userId))
    const disconnected = new AbortController()
    res.once('close', () => disconnected.abort())
    const run = await runTests(context, {
      assistant,
      tests: wanted,
      modelId,
      signal: disconnected.signal,
    })
    return { message: 'Tests run successfully', data: presentWholeRun(run) }
  })

  handle(listTestRuns, ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    return { data: tests.runs(userId, id).map(presentRun) }
  })

  handle(getTestRun, ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    const run = tests.run(userId, id, params.run_id)
    if (!run) throw notFound('run_not_found')
    return presentWholeRun(run)
  })

  function find(userId: number, id: number): AssistantWithLanguage {
    const assistant = assistantQueries(db).find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return assistant
  }

  const columnsOf = (userId: number, assistantId: number, test: NewAssistantTest) => ({
    userId,
    assistantId,
    name: test.name,
    lines: JSON.stringify(test.lines),
    variables: JSON.stringify(test.variables),
    now: now().getTime(),
  })
}

const testNotFound = () => notFound('test_not_found')
