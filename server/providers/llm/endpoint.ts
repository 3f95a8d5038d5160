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

/** A service that speaks the OpenAI API. */
export interface EndpointSettings {
  /** As the owner calls it. */
  readonly name: string
  /** Base URL, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
}

/** An endpoint with everything that is kept about it while it is in use. */
export interface Endpoint {
  /** One of its models, by the id that the endpoint knows it by. */
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

/** Everything at one endpoint: all calls go through the guarded door, and none while it refuses our key. */
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
      const chat = throughCircuit(
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
          // What the service says, and what it was asked, may hold the key.
          throw new Error(failureOf(error, false, redactorFor(apiKey)).detail)
        })
    },
  }
}

type Ask = <value>(call: () => PromiseLike<value>) => Promise<value>

function throughCircuit(model: RedactingModel, ask: Ask): RedactingModel {
  return {
    ...model,
    doGenerate: (call) => ask(() => model.doGenerate(call)),
    doStream: (call) => ask(() => model.doStream(call)),
  }
}

/** The status of an answer that refuses the key. */
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
