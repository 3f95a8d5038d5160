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

/** One turn of the history; what tools said is given in the SDK's own form. */
export type Turn =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  | LanguageModelV4Message

/** A request to a model, and the callbacks that follow its answer. */
export interface Generation
  extends Pick<
    LanguageModelV4CallOptions,
    'temperature' | 'maxOutputTokens' | 'tools' | 'toolChoice' | 'responseFormat'
  > {
  readonly model: LanguageModelV4
  readonly system: string
  /** With which `system` begins: the part that is never cut. */
  readonly firmSystem?: string
  readonly messages: readonly Turn[]
  /** Input of the built-in model beside the prompt; no other model sees it. */
  readonly builtIn?: BuiltInOptions
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1: spreads the attempts of many at the same time. */
  readonly random?: () => number
  readonly signal: AbortSignal
  readonly onText?: (delta: string) => void
  readonly limits?: Partial<LlmLimits>
}

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** True when the provider did not say and the numbers are counted from the texts. */
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
        /** Never filled by a stream that was cut off. */
        readonly toolCalls: readonly LanguageModelV4ToolCall[]
        /** Ids of what the model says the answer rests on; of the built-in one they are passages. */
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

/** The call of a model, in the SDK's form. */
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
