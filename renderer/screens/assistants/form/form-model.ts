import { computed, effect, signal } from '@preact/signals'
import type { AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { AssistantForm } from '#contracts/assistant-settings.ts'
import { ApiError } from '#contracts/client.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import { isSame } from '../../../app/same.ts'
import type { Keep } from '../../../app/storage.ts'
import { createDraftModel } from '../draft/draft-model.ts'
import { createKeptDraft } from '../draft/kept-draft.ts'
import { changedByBoth, rebased } from '../draft/merge.ts'
import { checkSettings } from '../settings/check.ts'
import { createChoicesModel } from '../settings/choices-model.ts'
import { ignoredFields } from '../settings/ignored.ts'

export type FormModel = ReturnType<typeof createFormModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly storage: Keep
  readonly id: number
}

/** Result of a save. */
export type Saved = 'saved' | 'refused' | 'superseded' | 'failed'

/** The form of an assistant: saved settings, unsaved changes, and versions saved by others in the meantime. */
export function createFormModel({ api, live, storage, id }: Deps) {
  const params = { id }
  const kept = createKeptDraft(storage, id)
  const choices = createChoicesModel(api)
  const draft = createDraftModel(api, choices)
  const { form, changes, errors, failure, values, isDirty } = draft
  const ignored = computed(() =>
    ignoredFields(values.value, draft.mode.value, choices.choices.value, choices.fitting.value),
  )
  /** Reason why the form could not be loaded. */
  const loadFailure = signal<string>()
  const busy = signal(false)
  /** A version newer than the one on which the changes are based. */
  const theirs = signal<AssistantForm>()
  /** True if the changes were restored from an earlier page load. */
  const isRestored = signal(false)
  const conflicts = computed(() =>
    form.value && theirs.value
      ? changedByBoth(form.value.fields, theirs.value.fields, changes.value)
      : [],
  )

  const stops = [
    live.subscribe(handleEvent),
    live.onResume(() => void checkForChanges().catch(() => undefined)),
    effect(() => {
      if (form.value) kept.write({ version: form.value.version.number, changes: changes.value })
    }),
  ]

  async function open(): Promise<void> {
    loadFailure.value = undefined
    try {
      const [current] = await Promise.all([api.getAssistantSettings({ params }), choices.load()])
      const before = kept.read()
      const begun = before && (await beginningOf(api, before.version, current))
      const base = begun ?? current
      await draft.put(base, before?.changes ?? {})
      theirs.value = base === current ? undefined : current
      isRestored.value = before !== undefined
      await draft.follow()
    } catch (error) {
      loadFailure.value = explain(error)
    }
  }

  async function adopt(saved: AssistantForm, over = {}): Promise<void> {
    await draft.put(saved, over)
    theirs.value = undefined
    if (Object.keys(over).length === 0) isRestored.value = false
  }

  /** Discards one change, or all of them; the latter also adopts what somebody else has saved. */
  function discard(name?: AssistantFieldName): void {
    draft.discard(name)
    if (name !== undefined) return
    isRestored.value = false
    if (theirs.value) void adopt(theirs.value)
  }

  async function save(note?: string): Promise<Saved> {
    if (!form.value || !values.value || busy.value) return 'failed'
    if (theirs.value) return 'superseded'
    errors.value = checkSettings(values.value)
    if (Object.keys(errors.value).length > 0) return 'refused'
    failure.value = undefined
    busy.value = true
    try {
      const body = { ...changes.value, version: form.value.version.number, note: note || null }
      // The check above has rejected values of the wrong type.
      await adopt(await api.updateAssistantSettings({ params, body: body as object }))
      return 'saved'
    } catch (error) {
      return await refused(error)
    } finally {
      busy.value = false
    }
  }

  async function refused(error: unknown): Promise<Saved> {
    if (error instanceof ApiError && error.status === 409) {
      theirs.value = await api.getAssistantSettings({ params })
      return 'superseded'
    }
    const fields = fieldErrors(error)
    if (fields) errors.value = fields
    else failure.value = explain(error)
    return fields ? 'refused' : 'failed'
  }

  /** Rebases the changes onto what somebody else has saved, keeping their values for some of the conflicts. */
  async function merge(keepTheirs: ReadonlySet<string>): Promise<void> {
    const newest = theirs.value
    if (newest) await adopt(newest, rebased(newest.fields, changes.value, keepTheirs))
  }

  async function setActive(isActive: boolean): Promise<void> {
    const current = form.value
    if (!current) return
    form.value = { ...current, status: isActive ? 'active' : 'inactive' }
    try {
      await api[isActive ? 'activateAssistant' : 'deactivateAssistant']({ params })
    } catch (error) {
      form.value = { ...(form.value ?? current), status: current.status }
      throw new Error(Object.values(fieldErrors(error) ?? {})[0] ?? explain(error))
    }
  }

  function handleEvent({ type, data }: LiveEvent): void {
    const isOurs = type === 'assistant.updated' && data.id === id
    if (isOurs && !busy.value) void checkForChanges().catch(() => undefined)
  }

  /** Checks whether somebody else has saved changes. */
  async function checkForChanges(): Promise<void> {
    if (!form.value) return
    const newest = await api.getAssistantSettings({ params })
    const { fields, version } = form.value
    if (newest.version.number <= version.number || isSame(newest.fields, fields)) {
      form.value = { ...form.value, status: newest.status }
    } else if (isDirty.value) theirs.value = newest
    else await adopt(newest)
  }

  return {
    ...draft,
    id,
    choices,
    /** Fields that the chosen model or voice ignores, with its name. */
    ignored,
    loadFailure,
    busy,
    theirs,
    conflicts,
    isRestored,
    open,
    discard,
    save,
    merge,
    setActive,
    adopt: (saved: AssistantForm) => adopt(saved),
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

/** The form on which a stored draft is based; undefined if that version is no longer available. */
async function beginningOf(
  api: Api,
  version: number,
  current: AssistantForm,
): Promise<AssistantForm | undefined> {
  if (version === current.version.number) return current
  try {
    const params = { id: current.id, number: String(version) }
    const { fields, ...then } = await api.getAssistantVersion({ params })
    return { ...current, fields, version: then }
  } catch {
    return undefined
  }
}
