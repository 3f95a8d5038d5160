import { batch, signal } from '@preact/signals'
import type { Language, Model, Voice } from '#contracts/lookups.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'
import { type Keep, stored, storedText } from '../../../app/storage.ts'
import { language as deskLanguage } from '../../../locales/language.ts'
import { checkSettings } from '../settings/check.ts'
import { TEMPLATES, type TemplateName, templateOf } from './templates.ts'

export type NewModel = ReturnType<typeof createNewModel>

interface Needs {
  readonly api: Api
  readonly storage: Keep
  readonly timezone: string
}

/** Form for a new assistant: name, purpose, language and voice. */
export function createNewModel({ api, storage, timezone }: Needs) {
  const name = storedText(storage, 'parley.new-assistant.name')
  const template = stored<TemplateName>(
    storage,
    'parley.new-assistant.template',
    (text) => TEMPLATES.find((known) => known === text),
    'support',
  )
  const languageId = signal<number>()
  const voiceId = signal<number>()
  const languages = signal<readonly Language[]>()
  const voices = signal<readonly Voice[]>()
  const models = signal<readonly Model[]>([])
  const errors = signal<Readonly<Record<string, string>>>({})
  /** Error about the whole form. */
  const failure = signal<string>()
  const busy = signal(false)
  let asked = 0

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const [all, usable] = await Promise.all([api.listLanguages(), api.listModels()])
      models.value = usable
      const spoken = all.find(({ iso_2 }) => iso_2 === deskLanguage) ?? all[0]
      if (spoken) await speak(spoken.id)
      languages.value = all
    } catch (error) {
      failure.value = explain(error)
    }
  }

  /** Selects a language, and a voice for it unless the current one supports it. */
  async function speak(id: number): Promise<void> {
    const turn = ++asked
    languageId.value = id
    errors.value = {}
    const fitting = await api.listVoices({ query: { mode: 'pipeline', language_id: id } })
    if (turn !== asked) return
    voices.value = fitting
    if (!fitting.some((voice) => voice.id === voiceId.value)) voiceId.value = fitting[0]?.id
  }

  /** Creates the assistant; undefined if something must be corrected first. */
  async function create(): Promise<{ readonly id: number; readonly name: string } | undefined> {
    if (busy.value) return undefined
    const { name: suggested, ...settings } = templateOf(template.value)
    const body = {
      name: name.value.trim() === '' ? suggested : name.value,
      type: 'inbound' as const,
      mode: 'pipeline' as const,
      timezone,
      ...settings,
      language_id: languageId.value!,
      voice_id: voiceId.value!,
      llm_model_id: models.value[0]?.id,
    }
    errors.value = checkSettings(body)
    failure.value = undefined
    if (Object.keys(errors.value).length > 0) return undefined
    busy.value = true
    try {
      const { data } = await api.createAssistant({ body })
      batch(() => {
        name.value = ''
        template.value = 'support'
      })
      return data
    } catch (error) {
      showRefusal(error, errors, failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    name,
    template,
    languageId,
    voiceId,
    languages,
    voices,
    errors,
    failure,
    busy,
    load,
    create,
    speak: (id: number) =>
      speak(id).catch((error) => {
        failure.value = explain(error)
      }),
    rename(text: string): void {
      name.value = text
      const { name: _, ...others } = errors.value
      errors.value = others
    },
  }
}
