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

/** Place where sound and words go to be turned into the other. */
export type Reach = 'here' | 'network' | 'internet'

/** Place of a service, by its address. */
export function reachOf(baseUrl: string): Reach {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  if (isLoopback(host)) return 'here'
  return isLocalNetwork(host) ? 'network' : 'internet'
}

/** Languages by the names that they have in the language of the page. */
const inOwnWords = (languages: readonly Language[]): readonly Language[] =>
  languages.map((own) => ({ ...own, name: languageName(own.iso_2) ?? own.name }))

/** The services that assistants speak and hear with, and those that could be added on the server's machine. */
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
    /** Speaks for assistants that have chosen no voice of a service; undefined where nothing does. */
    speaksWith: computed(() =>
      (list.value?.system_voices.length ?? 0) > 0
        ? 'system'
        : services.value.find((service) => service.synthesizer_provider_id !== null),
    ),
    /** Hears for assistants that have chosen none; undefined where nothing does. */
    hearsWith: computed(() =>
      services.value.find((service) => service.transcriber_provider_id !== null),
    ),
  }
}
