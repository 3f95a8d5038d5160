import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import { limitedFetch } from './limited-fetch.ts'

/** A model that can redact its own secrets, so that no other code needs them. */
export interface RedactingModel extends LanguageModelV4 {
  redact(text: string): string
}

interface OpenAiCompatible {
  /** Name of the provider in logs. */
  readonly name: string
  /** Base URL, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
  readonly fetch: typeof globalThis.fetch
}

/** Minimum length of a key to redact: a shorter one could occur in ordinary words. */
const MIN_KEY_LENGTH = 4

/** A model of any service with the OpenAI chat API: hosted ones, Ollama, LM Studio, vLLM, llama.cpp. */
export function createOpenAiCompatibleModel(options: OpenAiCompatible): RedactingModel {
  const { name, baseUrl, apiKey, model, fetch } = options
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: limitedFetch(fetch),
  })
  // Small local models put their reasoning into the text, which is not meant for visitors.
  const wrapped = wrapLanguageModel({
    model: provider.chatModel(model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
  return {
    specificationVersion: 'v4',
    provider: wrapped.provider,
    modelId: wrapped.modelId,
    supportedUrls: wrapped.supportedUrls,
    doGenerate: (call) => wrapped.doGenerate(call),
    doStream: (call) => wrapped.doStream(call),
    redact: redactorFor(apiKey),
  }
}

/** Redacts a key in a text. */
export const redactorFor =
  (key: string | undefined) =>
  (text: string): string =>
    key && key.length >= MIN_KEY_LENGTH ? text.replaceAll(key, '[hidden]') : text

/** Redacts a model's secrets in a text; returns it unchanged for a model without secrets. */
export function redactorOf(model: LanguageModelV4): (text: string) => string {
  return 'redact' in model && typeof model.redact === 'function'
    ? (text) => String((model as RedactingModel).redact(text))
    : (text) => text
}
