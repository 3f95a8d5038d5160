import { computed, signal } from '@preact/signals'
import type { Tool } from '#contracts/tools.ts'
import { type Api, explain, showRefusal } from '../../app/api.ts'
import { draftOf, isSame, type ToolDraft, toolOf } from './draft.ts'
import { toolUsersOf } from './list-model.ts'

export type ToolModel = ReturnType<typeof createToolModel>

/** Form for a new or existing tool. */
export function createToolModel(api: Api, id: number | undefined) {
  const saved = signal<Tool>()
  const begun = signal<ToolDraft | undefined>(id === undefined ? draftOf() : undefined)
  const draft = signal<ToolDraft | undefined>(begun.value)
  const users = signal<readonly string[]>([])
  const error = signal<string>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isBusy = signal(false)
  const isDirty = computed(
    () => !!draft.value && !!begun.value && !isSame(draft.value, begun.value),
  )

  async function load(): Promise<void> {
    if (id === undefined) return
    error.value = undefined
    try {
      const [tool, used] = await Promise.all([api.getTool({ params: { id } }), toolUsersOf(api)])
      users.value = used.get(id) ?? []
      begin(tool)
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  function begin(tool: Tool): void {
    saved.value = tool
    begun.value = draftOf(tool)
    draft.value = begun.value
  }

  /** Saves the tool; undefined if it was rejected. */
  async function save(): Promise<Tool | undefined> {
    if (isBusy.value || !draft.value) return undefined
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const body = toolOf(draft.value)
      const { data } =
        id === undefined
          ? await api.createTool({ body })
          : await api.updateTool({ params: { id }, body })
      begin(data)
      return data
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  return {
    id,
    saved,
    draft,
    users,
    error,
    errors,
    failure,
    isBusy,
    isDirty,
    load,
    save,
    edit(change: Partial<ToolDraft>): void {
      if (!draft.value) return
      draft.value = { ...draft.value, ...change }
      const touched = Object.keys(change)
      // Rows have moved, so errors by row index no longer apply.
      const rest = Object.entries(errors.value).filter(
        ([field]) => !touched.includes(field.split('.')[0]!),
      )
      errors.value = Object.fromEntries(rest)
    },
    /** Discards changes; the returned function restores them. */
    discard(): () => void {
      const before = draft.value
      draft.value = begun.value
      errors.value = {}
      failure.value = undefined
      return () => {
        draft.value = before
      }
    },
  }
}
