import { computed, signal } from '@preact/signals'
import type { Language } from '#contracts/lookups.ts'
import { SPEECH_KINDS, type SpeechKindName } from '#contracts/speech-kinds.ts'
import type { SpeechService, SpeechTest } from '#contracts/speech-providers.ts'
import { hintOf, type VoiceHint } from '#contracts/voice-hint.ts'
import { type Api, showRefusal } from '../../../app/api.ts'
import { createKeyEntry } from '../key-entry.ts'

/** A voice as it is being written. */
export interface VoiceRow {
  /** The service's name of it. */
  readonly voice: string
  readonly name: string
  readonly languageId: number
  readonly gender: VoiceHint['gender']
}

export type ServiceFormModel = ReturnType<typeof createServiceForm>

/** A speech service that is being added or changed, and the trying out of it. */
export function createServiceForm(
  api: Api,
  languages: readonly Language[],
  service?: SpeechService,
) {
  const name = signal(service?.name ?? '')
  const kind = signal<SpeechKindName>(service?.kind ?? 'openai-audio')
  const url = signal(service?.base_url ?? '')
  const secret = createKeyEntry(service, url)
  const speechModel = signal(service?.speech_model ?? '')
  const transcriptionModel = signal(service?.transcription_model ?? '')
  const isEnabled = signal(service?.is_enabled ?? true)
  const rows = signal<readonly VoiceRow[]>(service?.voices.map(rowOf) ?? [])
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  const tested = signal<SpeechTest>()
  const isTesting = signal(false)

  const use = computed(() => SPEECH_KINDS[kind.value])
  /** Voices of the service that are not in the list. */
  const offered = computed(
    () => tested.value?.voices.filter((id) => !rows.value.some(({ voice }) => voice === id)) ?? [],
  )

  async function attempt<value>(work: () => Promise<value>): Promise<value | undefined> {
    failure.value = undefined
    errors.value = {}
    try {
      return await work()
    } catch (error) {
      showRefusal(error, errors, failure)
      return undefined
    }
  }

  /** The models as they are sent: those of a kind that names none are none. */
  const models = () => ({
    speech_model: use.value.speaks === 'model' ? speechModel.value.trim() || null : null,
    transcription_model:
      use.value.hears === 'model' ? transcriptionModel.value.trim() || null : null,
  })

  /** Asks what is written now, with the kept key where none is written. */
  async function test(): Promise<void> {
    if (isTesting.value) return
    isTesting.value = true
    tested.value = undefined
    const sent = secret.sent()
    const [first] = rows.value
    tested.value = await attempt(() =>
      api.testSpeechService({
        body: {
          kind: kind.value,
          base_url: url.value.trim(),
          ...models(),
          ...(service && { id: service.id }),
          ...(sent !== undefined && { key: sent }),
          ...(first && { voice: first.voice, language_id: first.languageId }),
        },
      }),
    )
    // A name that only the service could know is not asked for.
    speechModel.value ||= tested.value?.speech_models[0] ?? ''
    transcriptionModel.value ||= tested.value?.transcription_models[0] ?? ''
    isTesting.value = false
  }

  /** Saves; resolves to what is saved then. */
  async function save(): Promise<SpeechService | undefined> {
    busy.value = true
    const sent = secret.sent()
    const body = {
      name: name.value.trim(),
      kind: kind.value,
      base_url: url.value.trim(),
      ...(sent !== undefined && { key: sent }),
      is_enabled: isEnabled.value,
      ...models(),
      voices: use.value.speaks === 'none' ? [] : rows.value.map(voiceOf),
    }
    const saved = await attempt(() =>
      service
        ? api.updateSpeechService({ params: { id: service.id }, body })
        : api.createSpeechService({ body }),
    )
    busy.value = false
    return saved?.data
  }

  /** Adds voices; language and gender are what their names say. */
  function add(...voices: readonly string[]): void {
    const added = voices
      .map((voice) => voice.trim())
      .filter((voice, at, all) => voice !== '' && all.indexOf(voice) === at)
      .filter((voice) => !rows.value.some((row) => row.voice === voice))
    rows.value = [...rows.value, ...added.map(newRow)]
  }

  function newRow(voice: string): VoiceRow {
    const { language, gender } = hintOf(voice)
    const own = languages.find(({ iso_2 }) => iso_2 === language) ?? languages[0]
    return { voice, name: '', languageId: own?.id ?? 1, gender }
  }

  return {
    service,
    languages,
    name,
    kind,
    url,
    secret,
    speechModel,
    transcriptionModel,
    isEnabled,
    rows,
    errors,
    failure,
    busy,
    tested,
    isTesting,
    use,
    offered,
    test,
    save,
    add,
    change(at: number, change: Partial<VoiceRow>): void {
      rows.value = rows.value.map((row, index) => (index === at ? { ...row, ...change } : row))
    },
    remove(at: number): void {
      rows.value = rows.value.filter((_, index) => index !== at)
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
