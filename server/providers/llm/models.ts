import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '../../config.ts'
import { createBuiltInModel } from './built-in/model.ts'
import { createOpenAiCompatibleModel } from './openai-compatible.ts'

/** Finds the model behind a row of the models table; undefined when its vendor is not set up. */
export interface Models {
  of(provider: string): LanguageModelV4 | undefined
}

interface ModelsOptions {
  readonly config: Pick<Config, 'llm' | 'limits'>
  readonly fetch: typeof fetch
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The models of a server: the built-in one always, and the one that the environment names. */
export function createModels({ config, fetch, sleep }: ModelsOptions): Models {
  const models = new Map<string, LanguageModelV4>([
    ['built-in', createBuiltInModel({ sleep, wordDelay: config.limits.builtInWordMs })],
  ])
  if (config.llm) {
    const { url: baseUrl, key: apiKey, model } = config.llm
    models.set(
      'environment',
      createOpenAiCompatibleModel({ name: 'environment', baseUrl, apiKey, model, fetch }),
    )
  }
  return { of: (provider) => models.get(provider) }
}
