import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { addressOf } from '../http/allowed.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { createBuiltInModel } from './built-in/model.ts'
import type { Embedder } from './embeddings.ts'
import { type Endpoint, type EndpointSettings, openEndpoint } from './endpoint.ts'

/** Provider and name of a model, from the models table. */
export interface ModelPlace {
  readonly provider: 'built-in' | 'environment' | 'endpoint'
  readonly model_provider_id: number | null
  /** The provider's own name of the model. */
  readonly model: string | null
}

/** Language models by their rows in the models table. */
export interface Models {
  /** Undefined if the provider was deleted or is disabled, or its key cannot be read. */
  of(place: ModelPlace): LanguageModelV4 | undefined
  /** The configured embedding model; undefined without one. */
  embedder(): Embedder | undefined
  /** Reports whether a provider refused its key at the last call; without an id, the one from the environment. */
  isRefused(providerId?: number): boolean
  /** Drops a provider's cached settings and its circuit breaker; call it when any setting changes. */
  forget(providerId: number): void
}

/** Source of the configured models, and listener for their failures. */
export interface ModelSource {
  /** Settings of a provider; undefined if it does not exist or is disabled. */
  endpoint(providerId: number): EndpointSettings | undefined
  embedding(): EmbeddingPlace | undefined
  /** Called when a provider refuses its key. */
  refused(name: string, status: number): void
  /** Called when a provider answers, possibly after a refusal. */
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

/** The models of a server: the built-in one, the one from the environment, and those of the owner's providers. */
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
      // The environment is set by whoever runs this machine: its address may be private, but no other is allowed through it.
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
    // Results of calls that started before a change say nothing about the current settings.
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
