import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { loadConcepts } from '../../../language/concepts.ts'
import { answerTo } from './answer.ts'
import { parseOptions } from './options.ts'

interface BuiltInModel {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Pause between two words, ms. */
  readonly wordDelay: number
}

const STOP = { unified: 'stop', raw: 'stop' } as const

/** The built-in model: needs no network and no key. It quotes the knowledge base and the prompt, and invents nothing. */
export function createBuiltInModel({ sleep, wordDelay }: BuiltInModel): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'built-in',
    modelId: 'built-in',
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      const asked = parseOptions(options.providerOptions?.['builtin'])
      await loadConcepts()
      const { text } = answerTo(options.prompt, asked)
      return {
        content: [{ type: 'text', text }],
        finishReason: STOP,
        usage: usageOf(options, text),
        warnings: [],
      }
    },
    async doStream(options) {
      return { stream: streamOf(spoken(options, sleep, wordDelay)) }
    },
  }
}

function streamOf<part>(parts: AsyncGenerator<part>): ReadableStream<part> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

/** Streams the answer, word by word if it is read. An aborted stream lacks `finish`, so it cannot be mistaken for a complete answer. */
async function* spoken(
  options: LanguageModelV4CallOptions,
  sleep: BuiltInModel['sleep'],
  wordDelay: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const { abortSignal: signal } = options
  const id = 'answer'
  const asked = parseOptions(options.providerOptions?.['builtin'])
  await loadConcepts()
  const { text, passageIds } = answerTo(options.prompt, asked)
  const pieces = asked.isSpoken ? [text] : text.split(/(?<=\s)(?=\S)/)
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id }
  for (const [index, delta] of pieces.entries()) {
    if (index > 0 && !(await waited(sleep, wordDelay, signal))) return
    if (signal?.aborted) return
    yield { type: 'text-delta', id, delta }
  }
  yield { type: 'text-end', id }
  for (const passage of passageIds) {
    const [mediaType, title] = ['text/plain', '']
    yield { type: 'source', sourceType: 'document', id: String(passage), mediaType, title }
  }
  yield { type: 'finish', finishReason: STOP, usage: usageOf(options, text) }
}

async function waited(
  sleep: BuiltInModel['sleep'],
  ms: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await sleep(ms, signal)
    return true
  } catch (error) {
    if (signal?.aborted) return false
    throw error
  }
}

/** Characters per token, as a rule of thumb. */
const TOKEN = 4

function usageOf({ prompt }: LanguageModelV4CallOptions, text: string): LanguageModelV4Usage {
  const input = Math.ceil(JSON.stringify(prompt).length / TOKEN)
  const output = Math.ceil(text.length / TOKEN)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  }
}
