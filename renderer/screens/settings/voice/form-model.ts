import { computed, signal } from '@preact/signals'
import type { Language } from '#contracts/lookups.ts'
import { SPEECH_KINDS, type SpeechKindName } from '#contracts/speech-kinds.ts'
import type { SpeechService, SpeechTest } from '#contracts/speech-providers.ts'
import { hintOf, type VoiceHint } from '#contracts/voice-hint.ts'
import type { Api } from '../../../app/api.ts'
import { createServiceEntry } from '../services/form-model.ts'
import { createPrices } from './prices-model.ts'

/** A voice being edited. */
export interface VoiceRow {
  /** The service's id of the voice. */
  readonly voice: string
  readonly name: string
  readonly languageId: number
  readonly gender: VoiceHint['gender']
}

export type ServiceFormModel = ReturnType<typeof createServiceForm>

/** Form for adding or editing a speech service, with a connection test. */
export function createServiceForm(
  api: Api,
  languages: readonly Language[],
  service?: SpeechService,
) {
  const entry = createServiceEntry<SpeechService, VoiceRow, SpeechTest>({
    saved: service,
    rows: service?.voices.map(rowOf) ?? [],
    idOf: ({ voice }) => voice,
    newRow,
    offers: ({ voices }) => voices,
  })
  const { rows } = entry
  const kind = signal<SpeechKindName>(service?.kind ?? 'openai-audio')
  const speechModel = signal(service?.speech_model ?? '')
  const transcriptionModel = signal(service?.transcription_model ?? '')
  const prices = createPrices(service)
  const use = computed(() => SPEECH_KINDS[kind.value])

  /** The models to send; null for kinds of service without models. */
  const models = () => ({
    speech_model: use.value.speaks === 'model' ? speechModel.value.trim() || null : null,
    transcription_model:
      use.value.hears === 'model' ? transcriptionModel.value.trim() || null : null,
  })

  /** Derives language and gender from the voice's name. */
  function newRow(voice: string): VoiceRow {
    const { language, gender } = hintOf(voice)
    const own = languages.find(({ iso_2 }) => iso_2 === language) ?? languages[0]
    return { voice, name: '', languageId: own?.id ?? 1, gender }
  }

  return {
    ...entry,
    languages,
    kind,
    speechModel,
    transcriptionModel,
    prices,
    use,
    /** Tests the entered values, with the stored key if none is entered. */
    async test(): Promise<void> {
      const [first] = rows.value
      const tested = await entry.tryOut(() =>
        api.testSpeechService({
          body: {
            kind: kind.value,
            ...entry.address(),
            ...models(),
            ...(service && { id: service.id }),
            ...(first && { voice: first.voice, language_id: first.languageId }),
          },
        }),
      )
      // Prefills a model name that only the service knows.
      speechModel.value ||= tested?.speech_models[0] ?? ''
      transcriptionModel.value ||= tested?.transcription_models[0] ?? ''
    },
    /** Saves the service; resolves to the saved one. */
    async save(): Promise<SpeechService | undefined> {
      const wrong = prices.faults(kind.value)
      if (Object.keys(wrong).length > 0) {
        entry.errors.value = wrong
        return undefined
      }
      const body = {
        name: entry.name.value.trim(),
        kind: kind.value,
        ...entry.address(),
        is_enabled: entry.isEnabled.value,
        ...models(),
        ...prices.sent(kind.value),
        voices: use.value.speaks === 'none' ? [] : rows.value.map(voiceOf),
      }
      return entry.send(() =>
        service
          ? api.updateSpeechService({ params: { id: service.id }, body })
          : api.createSpeechService({ body }),
      )
    },
  }
}

const rowOf = ({
  voice,
  name,
  language_id,
  gender,
}: SpeechService['voices'][number]): VoiceRow => ({
  voice,
  name: name === voice ? '' : name,
  languageId: language_id,
  gender,
})

const voiceOf = ({ voice, name, languageId, gender }: VoiceRow) => ({
  voice,
  ...(name.trim() !== '' && { name: name.trim() }),
  language_id: languageId,
  gender,
})
