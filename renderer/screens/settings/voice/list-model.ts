import { computed, signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Language } from '#contracts/lookups.ts'
import { isLocalNetwork, isLoopback } from '#contracts/loopback.ts'
import type {
  discoverSpeechServices,
  listSpeechServices,
  SpeechService,
} from '#contracts/speech-providers.ts'
import type { Api } from '../../../app/api.ts'
import { languageName } from '../../../format/language-name.ts'
import { createServiceList } from '../services/list-model.ts'

export type FoundServer = ReplyOf<typeof discoverSpeechServices>['data'][number]
export type VoiceModel = ReturnType<typeof createVoiceModel>

/** Location to which audio and text are sent for conversion. */
export type Reach = 'here' | 'network' | 'internet'

/** Location of a service, from its URL. */
export function reachOf(baseUrl: string): Reach {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  if (isLoopback(host)) return 'here'
  return isLocalNetwork(host) ? 'network' : 'internet'
}

/** Languages with their names in the page's language. */
const inOwnWords = (languages: readonly Language[]): readonly Language[] =>
  languages.map((own) => ({ ...own, name: languageName(own.iso_2) ?? own.name }))

/** Speech services for assistants, and discovered ones that can be added. */
export function createVoiceModel(api: Api) {
  const languages = signal<readonly Language[]>([])
  const model = createServiceList<
    ReplyOf<typeof listSpeechServices>,
    SpeechService,
    FoundServer,
    number
  >({
    async list() {
      const [services, all] = await Promise.all([api.listSpeechServices(), api.listLanguages()])
      languages.value = inOwnWords(all)
      return services
    },
    discover: () => api.discoverSpeechServices(),
    add: (port) => api.addFoundSpeechService({ params: { port } }),
    remove: (id) => api.deleteSpeechService({ params: { id } }),
    keyOf: ({ port }) => port,
  })
  const { list } = model
  const services = computed(() => list.value?.data ?? [])

  return {
    ...model,
    languages,
    /** Default service for synthesis; undefined if there is none. */
    speaksWith: computed(() =>
      (list.value?.system_voices.length ?? 0) > 0
        ? 'system'
        : services.value.find((service) => service.synthesizer_provider_id !== null),
    ),
    /** Default service for recognition; undefined if there is none. */
    hearsWith: computed(() =>
      services.value.find((service) => service.transcriber_provider_id !== null),
    ),
  }
}
