import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { addressOf } from '../http/allowed.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { createBuiltInModel } from './built-in/model.ts'
import type { Embedder } from './embeddings.ts'
import { type Endpoint, type EndpointSettings, openEndpoint } from './endpoint.ts'

/** Endpoint of a row of the models table. */
export interface ModelPlace {
  readonly provider: 'built-in' | 'environment' | 'endpoint'
  readonly model_provider_id: number | null
  /** The provider's own name of the model. */
  readonly model: string | null
}

/** Finds the models behind rows of the models table. */
export interface Models {
  /** Undefined when its provider is not set up (any more), is switched off, or its key cannot be read. */
  of(place: ModelPlace): LanguageModelV4 | undefined
  /** The embedding model that is set up; undefined without one. */
  embedder(): Embedder | undefined
  /** Reports whether a provider (without an id: that of the environment) refused its key at the last call. */
  isRefused(providerId?: number): boolean
  /** Reads a provider anew, and asks it again however often it has refused: call it when anything about it changes. */
  forget(providerId: number): void
}

/** Source of the configured models, and listener for their failures. */
export interface ModelSource {
  /** A provider that the owner has set up and not switched off. */
  endpoint(providerId: number): EndpointSettings | undefined
  embedding(): EmbeddingPlace | undefined
  /** A provider refuses its key. */
  refused(name: string, status: number): void
  /** A provider has answered, and may have refused before. */
  answered(name: string): void
}

interface EmbeddingPlace {
  readonly code: string
  readonly model_provider_id: number | null
  readonly model: string | null
  readonly input_price: number
}

interface ModelsOptions {
  readonly config: Pick<Config, 'llm' | 'limits'>
  readonly context: ConnectNeeds & Pick<Context, 'now' | 'sleep'>
  readonly source: ModelSource
}

/** The models of a server: the built-in one always, the one that the environment names, those of the owner's providers. */
export function createModels({ config, context, source }: ModelsOptions): Models {
  const { sleep } = context
  const builtIn = createBuiltInModel({ sleep, wordDelay: config.limits.builtInWordMs })
  const environment = config.llm && openEnvironment(config.llm)
  const opened = new Map<number, Endpoint>()

  function openEnvironment({ url, key }: NonNullable<Config['llm']>): Endpoint {
    const name = new URL(url).host
    return openEndpoint({
      name,
      baseUrl: url,
      apiKey: key,
      // Whoever sets the environment runs this machine: the address named there may be called, and no other by that.
      context: {
        ...context,
        network: () => ({ policy: 'desktop', allowPrivate: [addressOf(url) ?? ''] }),
      },
      onRefused: (status) => source.refused(name, status),
      onAnswered: () => source.answered(name),
    })
  }

  function endpointOf(id: number | null): Endpoint | undefined {
    if (id === null) return undefined
    const known = opened.get(id)
    if (known) return known
    const settings = source.endpoint(id)
    if (!settings) return undefined
    // Calls that began before a change say nothing about what is set up now.
    const isCurrent = () => opened.get(id) === endpoint
    const endpoint: Endpoint = openEndpoint({
      ...settings,
      context,
      onRefused: (status) => isCurrent() && source.refused(settings.name, status),
      onAnswered: () => isCurrent() && source.answered(settings.name),
    })
    opened.set(id, endpoint)
    return endpoint
  }

  return {
    of({ provider, model_provider_id, model }) {
      if (provider === 'built-in') return builtIn
      if (provider === 'environment') return config.llm && environment?.chat(config.llm.model)
      return model === null ? undefined : endpointOf(model_provider_id)?.chat(model)
    },
    embedder() {
      const row = source.embedding()
      if (!row || row.model === null) return undefined
      const embed = endpointOf(row.model_provider_id)?.embed(row.model)
      return embed && { code: row.code, inputPrice: row.input_price, embed }
    },
    isRefused: (id) => (id === undefined ? environment : opened.get(id))?.isRefused ?? false,
    forget: (id) => void opened.delete(id),
  }
}
