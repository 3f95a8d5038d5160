import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Language } from '#contracts/lookups.ts'
import { isLocalNetwork, isLoopback } from '#contracts/loopback.ts'
import type {
  discoverSpeechServices,
  listSpeechServices,
  SpeechService,
} from '#contracts/speech-providers.ts'
import { type Api, explain } from '../../../app/api.ts'
import { languageName } from '../../../format/language-name.ts'

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
  const list = signal<ReplyOf<typeof listSpeechServices>>()
  const languages = signal<readonly Language[]>([])
  const error = signal<string>()
  /** Only the owner sets up voices. */
  const isAllowed = signal(true)
  /** Servers found by the last discovery. */
  const found = signal<readonly FoundServer[]>()
  const isLooking = signal(false)
  /** Port of the server that is being added. */
  const adding = signal<number>()
  const localError = signal<string>()
  /** The service that is about to be removed. */
  const removing = signal<SpeechService>()

  const services = computed(() => list.value?.data ?? [])
  /** Speaks for assistants that have chosen no voice of a service; undefined where nothing does. */
  const speaksWith = computed(() =>
    (list.value?.system_voices.length ?? 0) > 0
      ? 'system'
      : services.value.find((service) => service.synthesizer_provider_id !== null),
  )
  /** Hears for assistants that have chosen none; undefined where nothing does. */
  const hearsWith = computed(() =>
    services.value.find((service) => service.transcriber_provider_id !== null),
  )

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const [services, all] = await Promise.all([api.listSpeechServices(), api.listLanguages()])
      list.value = services
      languages.value = inOwnWords(all)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Looks for speech servers on the server's machine. */
  async function look(): Promise<void> {
    if (isLooking.value) return
    isLooking.value = true
    localError.value = undefined
    try {
      found.value = (await api.discoverSpeechServices()).data
    } catch (failure) {
      localError.value = explain(failure)
    } finally {
      isLooking.value = false
    }
  }

  /** Adds a found server with its voices; true when it is there. */
  async function use(port: number): Promise<boolean> {
    if (adding.value !== undefined) return false
    adding.value = port
    localError.value = undefined
    try {
      const { data } = await api.addFoundSpeechService({ params: { port } })
      found.value = found.value?.map((server) =>
        server.port === port ? { ...server, provider_id: data.id } : server,
      )
      await load()
      return true
    } catch (failure) {
      localError.value = explain(failure)
      return false
    } finally {
      adding.value = undefined
    }
  }

  async function remove({ id }: SpeechService): Promise<void> {
    try {
      await api.deleteSpeechService({ params: { id } })
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 404))
        throw new Error(explain(failure))
    }
    found.value = found.value?.map((server) =>
      server.provider_id === id ? { ...server, provider_id: null } : server,
    )
    await load()
  }

  return {
    list,
    languages,
    error,
    isAllowed,
    found,
    isLooking,
    adding,
    localError,
    removing,
    speaksWith,
    hearsWith,
    load,
    look,
    use,
    remove,
  }
}
