import { signal } from '@preact/signals'
import type {
  AssistantForm,
  AssistantSettings,
  AssistantVersion,
} from '#contracts/assistant-settings.ts'
import type { Replay } from '#contracts/replays.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'

export type VersionsModel = ReturnType<typeof createVersionsModel>

/** Result of a restore: the assistant's new settings, or references in the version that no longer exist. */
export type Restored = { readonly form: AssistantForm } | { readonly gone: readonly string[] }

/** The versions of an assistant, and a comparison of two of them. */
export function createVersionsModel(api: Api, id: number) {
  const list = signal<readonly AssistantVersion[]>()
  /** Newest replay of a version's settings, by version. */
  const replays = signal<ReadonlyMap<number, Replay>>(new Map())
  const error = signal<string>()
  const chosen = signal<number>()
  /** Base of the comparison; the previous version by default. */
  const against = signal<number>()
  const sides = signal<{ readonly before: AssistantSettings; readonly after: AssistantSettings }>()
  const busy = signal(false)
  const known = new Map<number, AssistantSettings>()

  async function open(): Promise<void> {
    error.value = undefined
    try {
      const [versions, run] = await Promise.all([
        api.listAssistantVersions({ params: { id } }),
        api.listReplays({ params: { id } }),
      ])
      list.value = versions.data
      replays.value = new Map(
        run.data.toReversed().flatMap((one) => (one.version === null ? [] : [[one.version, one]])),
      )
      const newest = list.value[0]
      if (newest && chosen.value === undefined) await choose(newest.number)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Shows the changes in a version relative to the previous one, or to any other. */
  async function choose(number: number, other = before(number)): Promise<void> {
    chosen.value = number
    against.value = other
    error.value = undefined
    try {
      const [after, earlier] = await Promise.all([fieldsOf(number), fieldsOf(other)])
      if (chosen.value === number && against.value === other)
        sides.value = { before: earlier, after }
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  function before(number: number): number {
    return list.value?.find((one) => one.number < number)?.number ?? number
  }

  async function fieldsOf(number: number): Promise<AssistantSettings> {
    const there = known.get(number)
    if (there) return there
    const { fields } = await api.getAssistantVersion({ params: { id, number: String(number) } })
    known.set(number, fields)
    return fields
  }

  /** Restores a version as the newest one; records that it refers to may no longer exist. */
  async function restore(number: number): Promise<Restored | undefined> {
    if (busy.value) return undefined
    busy.value = true
    error.value = undefined
    try {
      const form = await api.restoreAssistantVersion({ params: { id, number: String(number) } })
      chosen.value = undefined
      await open()
      return { form }
    } catch (failure) {
      const fields = fieldErrors(failure)
      if (fields) return { gone: Object.keys(fields) }
      error.value = explain(failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return { list, replays, error, chosen, against, sides, busy, open, choose, restore, fieldsOf }
}
