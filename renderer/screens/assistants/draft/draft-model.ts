import { batch, computed, signal } from '@preact/signals'
import type { AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { AssistantForm, SettingDefaults } from '#contracts/assistant-settings.ts'
import type { Mode } from '#contracts/enums.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { ChoicesModel } from '../settings/choices-model.ts'
import { type Changes, valuesOf, withChange } from './effective.ts'

/** An assistant's saved settings with unsaved changes on top. */
export function createDraftModel(api: Api, choices: ChoicesModel) {
  const form = signal<AssistantForm>()
  const savedDefaults = signal<SettingDefaults>()
  const defaults = signal<SettingDefaults>()
  const changes = signal<Changes>({})
  const errors = signal<Readonly<Record<string, string>>>({})
  /** Error about the whole form. */
  const failure = signal<string>()

  const mode = computed(() => (changes.value.mode ?? form.value?.fields.mode ?? 'pipeline') as Mode)
  const languageId = computed(() =>
    Number(changes.value.language_id ?? form.value?.fields.language_id ?? 0),
  )
  const ground = computed(() => {
    const saved = form.value?.fields
    if (!saved || !savedDefaults.value || !defaults.value) return undefined
    return {
      saved,
      savedDefaults: savedDefaults.value,
      defaults: defaults.value,
      mode: mode.value,
    }
  })
  const values = computed(() => ground.value && valuesOf(ground.value, changes.value))
  const changed = computed(() => Object.keys(changes.value) as AssistantFieldName[])
  const isDirty = computed(() => changed.value.length > 0)

  const defaultsFor = (forMode: Mode, language_id: number) =>
    api.getAssistantDefaults({ query: { mode: forMode, language_id } })

  /** Replaces the saved form and reapplies changes to it. */
  async function put(saved: AssistantForm, over: Changes): Promise<void> {
    const first = await defaultsFor(saved.fields.mode, saved.fields.language_id)
    batch(() => {
      savedDefaults.value = first
      form.value = saved
      changes.value = over
      if (Object.keys(over).length === 0 || !defaults.value) defaults.value = first
    })
  }

  /** Loads the options for the mode and language, and selects suitable ones where none is set. */
  async function follow(): Promise<void> {
    const [fitting, now] = await Promise.all([
      choices.fit(mode.value, languageId.value),
      defaultsFor(mode.value, languageId.value),
    ])
    if (!fitting) return
    defaults.value = now
    if (mode.value === form.value?.fields.mode) return
    const { voices } = fitting
    const voice = values.value?.voice_id
    if (voices[0] && !voices.some((one) => one.id === voice)) edit('voice_id', voices[0].id)
    const isPipeline = mode.value === 'pipeline'
    const name = isPipeline ? 'llm_model_id' : 'multimodal_model_id'
    const models = choices.choices.value?.[isPipeline ? 'models' : 'multimodalModels']
    if ((values.value?.[name] ?? null) === null && models?.[0]) edit(name, models[0].id)
  }

  function edit(name: AssistantFieldName, value: unknown): void {
    if (!ground.value) return
    changes.value = withChange(ground.value, changes.value, name, value)
    failure.value = undefined
    errors.value = without(errors.value, name)
    if (name !== 'mode' && name !== 'language_id') return
    follow().catch((error) => {
      failure.value = explain(error)
    })
  }

  /** Resets an optional setting to its default. */
  function reset(name: AssistantFieldName): void {
    if (defaults.value) edit(name, defaults.value[name as keyof SettingDefaults])
  }

  /** Discards one change, or all of them. */
  function discard(name?: AssistantFieldName): void {
    const { [name as AssistantFieldName]: _, ...others } = changes.value
    batch(() => {
      changes.value = name === undefined ? {} : others
      errors.value = name === undefined ? {} : without(errors.value, name)
      failure.value = undefined
    })
    void follow().catch(() => undefined)
  }

  return {
    form,
    defaults,
    changes,
    errors,
    failure,
    mode,
    values,
    changed,
    isDirty,
    put,
    follow,
    edit,
    reset,
    discard,
    /** Applies settings from elsewhere, such as an older version, as unsaved changes. */
    take(fields: Readonly<Record<string, unknown>>): void {
      for (const [name, value] of Object.entries(fields)) edit(name as AssistantFieldName, value)
    },
  }
}

/** The errors without those of one setting. */
function without(errors: Readonly<Record<string, string>>, name: string) {
  return Object.fromEntries(
    Object.entries(errors).filter(([place]) => place !== name && !place.startsWith(`${name}.`)),
  )
}
