import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import type { BuiltInOptions } from './built-in/options.ts'
import type { FailureReason } from './failure.ts'
import type { LlmLimits } from './limits.ts'

/** One turn of the history; tool results are in the SDK's own format. */
export type Turn =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  | LanguageModelV4Message

/** A request to a model, with callbacks for its answer. */
export interface Generation
  extends Pick<
    LanguageModelV4CallOptions,
    'temperature' | 'maxOutputTokens' | 'tools' | 'toolChoice' | 'responseFormat'
  > {
  readonly model: LanguageModelV4
  readonly system: string
  /** The start of `system` that should not be cut. */
  readonly firmSystem?: string
  readonly messages: readonly Turn[]
  /** Input of the built-in model in addition to the prompt; other models ignore it. */
  readonly builtIn?: BuiltInOptions
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Jitter from 0 to 1 for retries, so that concurrent requests spread out. */
  readonly random?: () => number
  readonly signal: AbortSignal
  readonly onText?: (delta: string) => void
  readonly limits?: Partial<LlmLimits>
}

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** True if the provider reported no usage and the numbers are estimated from the texts. */
  readonly isEstimated: boolean
}

interface Outcome {
  /** The received text, complete or not. */
  readonly text: string
  readonly usage: TokenUsage
}

export type GenerationResult = Outcome &
  (
    | {
        readonly complete: true
        readonly reason: Exclude<LanguageModelV4FinishReason['unified'], 'error' | 'interrupted'>
        readonly detail: ''
        /** Always empty for a stream that was cut off. */
        readonly toolCalls: readonly LanguageModelV4ToolCall[]
        /** Ids of the sources that the model cites; for the built-in model, passage ids. */
        readonly sources: readonly string[]
      }
    | {
        readonly complete: false
        readonly reason: FailureReason
        readonly detail: string
        readonly status: number | undefined
        readonly toolCalls: readonly []
      }
  )

/** Converts a request to the SDK's call options. */
export function callOf(generation: Generation): LanguageModelV4CallOptions {
  const { system, messages, builtIn, model, temperature, maxOutputTokens } = generation
  const { tools, toolChoice, responseFormat } = generation
  const prompt: LanguageModelV4Prompt = messages.map(messageOf)
  if (system !== '') prompt.unshift({ role: 'system', content: system })
  return {
    prompt,
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(tools && { tools }),
    ...(toolChoice && { toolChoice }),
    ...(responseFormat && { responseFormat }),
    ...(builtIn &&
      model.provider === 'built-in' && { providerOptions: { builtin: { ...builtIn } } }),
  }
}

function messageOf(turn: Turn): LanguageModelV4Message {
  if (typeof turn.content !== 'string' || turn.role === 'system')
    return turn as LanguageModelV4Message
  const content = [{ type: 'text' as const, text: turn.content }]
  return turn.role === 'user' ? { role: 'user', content } : { role: 'assistant', content }
}
