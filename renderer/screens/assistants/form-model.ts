import { computed, signal } from '@preact/signals'
import { createAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import {
  type Language,
  listLanguages,
  listModels,
  listVoices,
  type Mode,
  type Model,
  type Voice,
} from '#contracts/lookups.ts'
import { explain, fieldErrors } from '../../api.ts'
import { type Draft, FIELDS, toBody } from './draft.ts'

export type AssistantFormModel = ReturnType<typeof createAssistantFormModel>

interface Created {
  readonly id: number
  readonly name: string
}

/** Making an assistant: what has been filled in, what there is to choose from, and what is wrong. */
export function createAssistantFormModel(call: Call, initial: Draft) {
  const draft = signal(initial)
  const languages = signal<readonly Language[]>([])
  const voices = signal<readonly Voice[]>()
  const models = signal<readonly Model[]>()
  const errors = signal<Readonly<Record<string, string>>>({})
  /** What is wrong with the form as a whole. */
  const failure = signal<string>()
  const busy = signal(false)
  let asked = 0

  /** Messages about fields that this form does not show. */
  const otherErrors = computed(() =>
    Object.entries(errors.value).filter(([field]) => !FIELDS.includes(field)),
  )

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      languages.value = await call(listLanguages)
      const known = languages.value.some(({ id }) => String(id) === draft.value.language_id)
      const first = languages.value.find(({ iso_2 }) => iso_2 === 'en') ?? languages.value[0]
      if (!known && first) draft.value = { ...draft.value, language_id: String(first.id) }
      await loadChoices()
    } catch (error) {
      failure.value = explain(error)
    }
  }

  /** Reads the voices and models that fit the mode and language, and keeps the choice where it still fits. */
  async function loadChoices(): Promise<void> {
    const turn = ++asked
    const { mode, language_id } = draft.value
    const [fitting, usable] = await Promise.all([
      call(listVoices, { query: { mode, language_id: language_id || undefined } }),
      call(listModels, { query: { type: mode === 'pipeline' ? 'llm' : mode } }),
    ])
    if (turn !== asked) return
    voices.value = fitting
    models.value = usable
    draft.value = {
      ...draft.value,
      voice_id: keep(draft.value.voice_id, fitting),
      model_id: keep(draft.value.model_id, usable),
    }
  }

  function edit(change: Partial<Draft>): void {
    draft.value = { ...draft.value, ...change }
    const left = Object.entries(errors.value).filter(([field]) => !(field in change))
    errors.value = Object.fromEntries(left)
    if (change.mode !== undefined || change.language_id !== undefined) {
      loadChoices().catch((error) => {
        failure.value = explain(error)
      })
    }
  }

  /** Creates the assistant; undefined when something has to be corrected first. What was typed stays. */
  async function submit(): Promise<Created | undefined> {
    if (busy.value) return undefined
    failure.value = undefined
    errors.value = {}
    busy.value = true
    try {
      return (await call(createAssistant, { body: toBody(draft.value) })).data
    } catch (error) {
      const refused = fieldErrors(error)
      if (refused) errors.value = shown(refused)
      else failure.value = explain(error)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    draft,
    languages,
    voices,
    models,
    errors,
    otherErrors,
    failure,
    busy,
    load,
    edit,
    submit,
    setMode: (mode: Mode) => edit({ mode }),
  }
}

function keep(id: string, choices: readonly { readonly id: number }[]): string {
  const fits = choices.some((choice) => String(choice.id) === id)
  return fits ? id : String(choices[0]?.id ?? '')
}

/** The server has a field for each kind of model; the form has one. */
function shown({ llm_model_id, multimodal_model_id, ...others }: Record<string, string>) {
  const model = llm_model_id ?? multimodal_model_id
  return model === undefined ? others : { ...others, model_id: model }
}
