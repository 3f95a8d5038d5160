import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { TooLongError, TruncatedError } from './failure.ts'
import type { TokenUsage } from './generation.ts'
import type { LlmLimits } from './limits.ts'

/** The part of an answer received so far. */
export interface Received {
  text: string
  bytes: number
  /** True after the first token: it may have been shown, so there are no more retries. */
  hasOutput: boolean
  toolCalls: LanguageModelV4ToolCall[]
  /** Ids of the sources that the model cites. */
  sources: string[]
  usage: LanguageModelV4Usage | undefined
}

/** Initial state of every attempt. */
export const nothing = (): Received => ({
  text: '',
  bytes: 0,
  hasOutput: false,
  toolCalls: [],
  sources: [],
  usage: undefined,
})

/** Adds a stream part; returns its text. */
export function take(
  part: LanguageModelV4StreamPart,
  received: Received,
  limits: LlmLimits,
): string {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      received.hasOutput = true
      received.bytes += Buffer.byteLength(part.delta)
      if (received.bytes > limits.textBytes) {
        throw new TooLongError(`The answer is longer than ${limits.textBytes} bytes`)
      }
      if (part.type !== 'text-delta') return ''
      received.text += part.delta
      return part.delta
    case 'tool-call':
      received.hasOutput = true
      received.toolCalls.push(part)
      return ''
    case 'source':
      received.sources.push(part.id)
      return ''
    case 'finish':
      received.usage = part.usage
      return ''
    case 'error':
      throw isMissingEnd(part.error)
        ? new TruncatedError('No finish reason', { cause: part.error })
        : part.error
    default:
      return ''
  }
}

/** The SDK's error for a stream that closed without a finish reason. */
function isMissingEnd(error: unknown): boolean {
  return error instanceof Error && /without a finish reason/.test(error.message)
}

/** Finish reason of an answer; throws if it ended badly. */
export function endOf(
  { finishReason: { unified } }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>,
  received: Received,
) {
  if (unified === 'error' || unified === 'interrupted') throw new TruncatedError(unified)
  // Truncated arguments must not be executed, nor must the calls beside them.
  if (unified === 'length') received.toolCalls = []
  if (!received.toolCalls.every(({ input }) => isJson(input))) throw new TruncatedError('tool call')
  return unified
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Usage of a refused call. */
export const NOTHING_USED: TokenUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

/** Characters per token, as a rule of thumb. */
const TOKEN = 4

/** Token usage, as reported by the provider or else estimated from the texts. */
export function usageOf(
  { usage, text }: Received,
  { prompt }: LanguageModelV4CallOptions,
): TokenUsage {
  const inputTokens = countOf(usage?.inputTokens.total)
  const outputTokens = countOf(usage?.outputTokens.total)
  if (inputTokens !== undefined && outputTokens !== undefined) {
    return { inputTokens, outputTokens, isEstimated: false }
  }
  return {
    inputTokens: inputTokens ?? Math.ceil(JSON.stringify(prompt).length / TOKEN),
    outputTokens: outputTokens ?? Math.ceil(text.length / TOKEN),
    isEstimated: true,
  }
}

const countOf = (count: number | undefined): number | undefined =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined
