import { computed, signal } from '@preact/signals'
import type {
  AssistantTest,
  NewAssistantTest,
  TestResult,
  TestRun,
  WholeTestRun,
} from '#contracts/assistant-tests.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'

export type TestsModel = ReturnType<typeof createTestsModel>

/** Test being edited: new or existing. */
export interface EditedTest extends NewAssistantTest {
  readonly id: number | undefined
}

const NEW: EditedTest = {
  id: undefined,
  name: '',
  lines: [{ say: '', expectations: [{ kind: 'contains', value: '' }] }],
  variables: {},
}

/** The test dialogues of an assistant, and the results of their runs. */
export function createTestsModel(api: Api, id: number) {
  const name = signal<string>()
  const tests = signal<readonly AssistantTest[]>()
  const runs = signal<readonly TestRun[]>([])
  const shown = signal<WholeTestRun>()
  const failure = signal<string>()
  /** Ids of the tests that are running. */
  const running = signal<readonly number[]>([])
  const edited = signal<EditedTest>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const refusal = signal<string>()
  const saving = signal(false)
  const params = { id }

  /** Result of each test in the visible run. */
  const results = computed(
    () =>
      new Map(shown.value?.results.map((result): [number, TestResult] => [result.test_id, result])),
  )

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const [assistant, saved, kept] = await Promise.all([
        api.getAssistant({ params }),
        api.listAssistantTests({ params }),
        api.listTestRuns({ params }),
      ])
      name.value = assistant.name
      tests.value = saved.data
      runs.value = kept.data
      const [last] = kept.data
      if (last && !shown.value) await show(last.id)
    } catch (error) {
      failure.value = explain(error)
    }
  }

  async function show(runId: number): Promise<void> {
    shown.value = await api.getTestRun({ params: { ...params, run_id: runId } })
  }

  /**
   * Runs one test, or all of them.
   * @returns the run, or an error message
   */
  async function run(testId?: number): Promise<WholeTestRun | string | undefined> {
    if (running.value.length > 0) return undefined
    running.value = testId === undefined ? (tests.value ?? []).map((test) => test.id) : [testId]
    try {
      const body = testId === undefined ? {} : { test_ids: [testId] }
      const { data } = await api.runAssistantTests({ params, body })
      const { results: _, ...summary } = data
      runs.value = [summary, ...runs.value]
      shown.value = data
      return data
    } catch (error) {
      return explain(error)
    } finally {
      running.value = []
    }
  }

  /** Opens the editor for a new or an existing test. */
  function edit(test?: AssistantTest): void {
    errors.value = {}
    refusal.value = undefined
    edited.value = test ? { ...test } : NEW
  }

  function close(): void {
    edited.value = undefined
  }

  /** Saves the edited test; resolves to its name on success. */
  async function save(): Promise<string | undefined> {
    const test = edited.value
    if (!test || saving.value) return undefined
    const { id: testId, name: title, lines, variables } = test
    const body = { name: title, lines, variables }
    saving.value = true
    errors.value = {}
    refusal.value = undefined
    try {
      const { data } =
        testId === undefined
          ? await api.createAssistantTest({ params, body })
          : await api.updateAssistantTest({ params: { ...params, test_id: testId }, body })
      put(data)
      edited.value = undefined
      return data.name
    } catch (error) {
      showRefusal(error, errors, refusal)
      return undefined
    } finally {
      saving.value = false
    }
  }

  function put(test: AssistantTest): void {
    const others = (tests.value ?? []).filter((one) => one.id !== test.id)
    tests.value = [...others, test].sort((one, other) => one.id - other.id)
  }

  /** Deletes a test; the returned function restores it. */
  async function remove(test: AssistantTest): Promise<() => Promise<void>> {
    await api.deleteAssistantTest({ params: { ...params, test_id: test.id } })
    tests.value = (tests.value ?? []).filter((one) => one.id !== test.id)
    return async () => {
      const { name: title, lines, variables } = test
      const body = { name: title, lines, variables }
      put((await api.createAssistantTest({ params, body })).data)
    }
  }

  return {
    id,
    name,
    tests,
    runs,
    shown,
    results,
    failure,
    running,
    edited,
    errors,
    refusal,
    saving,
    load,
    show,
    run,
    edit,
    close,
    save,
    remove,
  }
}
