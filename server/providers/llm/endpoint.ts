import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider'
import type { Context } from '../../context.ts'
import { guardedStream } from '../http/guarded-stream.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { createCircuit } from './circuit.ts'
import { createEmbed, type Embed } from './embeddings.ts'
import { failureOf } from './failure.ts'
import {
  createOpenAiCompatibleModel,
  type RedactingModel,
  redactorFor,
} from './openai-compatible.ts'

/** Settings of an OpenAI-compatible service. */
export interface EndpointSettings {
  /** Name chosen by the owner. */
  readonly name: string
  /** Base URL, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
}

/** An open endpoint with its cached models and circuit breaker. */
export interface Endpoint {
  /** One of its models, by the endpoint's own model id. */
  chat(model: string): LanguageModelV4
  embed(model: string): Embed
  /** True if it refused the key at the last call. */
  readonly isRefused: boolean
}

interface EndpointOptions extends EndpointSettings {
  readonly context: ConnectNeeds & Pick<Context, 'now' | 'sleep'>
  readonly onRefused: (status: number) => void
  readonly onAnswered: () => void
}

/** Opens an endpoint: all calls pass through the egress guard, and none are made while it refuses our key. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const { name, baseUrl, apiKey, context, onAnswered } = options
  const fetch = guardedStream(context)
  let lastStatus = 0
  const circuit = createCircuit({
    now: context.now,
    onRefused: () => options.onRefused(lastStatus),
    onAnswered,
  })
  const chats = new Map<string, LanguageModelV4>()

  async function ask<value>(call: () => PromiseLike<value>): Promise<value> {
    if (!circuit.enter()) throw leftAlone(baseUrl)
    try {
      const value = await call()
      circuit.answered()
      return value
    } catch (error) {
      const status = refusalOf(error)
      if (status !== undefined) {
        lastStatus = status
        circuit.refused()
      }
      throw error
    }
  }

  return {
    get isRefused() {
      return circuit.isOpen
    },
    chat(model) {
      const made = chats.get(model)
      if (made) return made
      const chat = withCircuit(
        createOpenAiCompatibleModel({ name, baseUrl, apiKey, model, fetch }),
        ask,
      )
      chats.set(model, chat)
      return chat
    },
    embed(model) {
      const embed = createEmbed({ name, baseUrl, apiKey, model, fetch, sleep: context.sleep })
      return (texts, signal) =>
        ask(() => embed(texts, signal)).catch((error: unknown) => {
          // The service's message may contain the key or our request.
          throw new Error(failureOf(error, false, redactorFor(apiKey)).detail)
        })
    },
  }
}

type Ask = <value>(call: () => PromiseLike<value>) => Promise<value>

function withCircuit(model: RedactingModel, ask: Ask): RedactingModel {
  return {
    ...model,
    doGenerate: (call) => ask(() => model.doGenerate(call)),
    doStream: (call) => ask(() => model.doStream(call)),
  }
}

/** Status of a response that refuses the key; undefined for other errors. */
function refusalOf(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined
  return error.statusCode === 401 || error.statusCode === 403 ? error.statusCode : undefined
}

const leftAlone = (url: string) =>
  new APICallError({
    message: 'The provider refuses the key, and is not asked again for now',
    url,
    requestBodyValues: undefined,
    isRetryable: false,
  })
