import { signal } from '@preact/signals'
import type { RuleRun } from '#contracts/rule-fields.ts'
import { type Api, explain } from '../../../app/api.ts'

/** Log of what rules did, newest first. */
export function createLogModel(api: Api) {
  const runs = signal<readonly RuleRun[]>()
  const before = signal<string | null>(null)
  const failure = signal<string>()
  const isBusy = signal(false)

  async function read(from?: string): Promise<void> {
    isBusy.value = true
    failure.value = undefined
    try {
      const page = await api.listRuleRuns({ query: from === undefined ? {} : { before: from } })
      runs.value = from === undefined ? page.data : [...(runs.value ?? []), ...page.data]
      before.value = page.before
    } catch (error) {
      failure.value = explain(error)
    } finally {
      isBusy.value = false
    }
  }

  return {
    runs,
    failure,
    isBusy,
    hasMore: before,
    load: () => read(),
    more: () => read(before.value ?? undefined),
    add(run: RuleRun): void {
      if (runs.value?.some(({ id }) => id === run.id) === false) runs.value = [run, ...runs.value]
    },
  }
}
