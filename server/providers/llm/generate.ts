import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { BuiltInOptions } from './built-in/options.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import {
  type Failure,
  type FailureReason,
  failureOf,
  TooLongError,
  TruncatedError,
} from './failure.ts'
import { LLM_LIMITS, type LlmLimits } from './limits.ts'
import { redactorOf } from './openai-compatible.ts'

/** One turn of the history; what tools said is given in the SDK's own form. */
export type Turn =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  | LanguageModelV4Message

/** What is asked of a model, and how its answer is followed. */
export interface Generation
  extends Pick<
    LanguageModelV4CallOptions,
    'temperature' | 'maxOutputTokens' | 'tools' | 'toolChoice'
  > {
  readonly model: LanguageModelV4
  readonly system: string
  readonly messages: readonly Turn[]
  /** What the built-in model is given beside the prompt; no other model sees it. */
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
  /** What came, whole or not. */
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
      }
    | {
        readonly complete: false
        readonly reason: FailureReason
        readonly detail: string
        readonly status: number | undefined
        readonly toolCalls: readonly []
      }
  )

/** What has come of an answer so far. */
interface Received {
  text: string
  bytes: number
  /** Whether a token has come: from then on nothing is tried again, because it may have been shown. */
  hasOutput: boolean
  toolCalls: LanguageModelV4ToolCall[]
  usage: LanguageModelV4Usage | undefined
}

/**
 * Has a model answer and follows its stream. A provider's failure is a result, not an exception; only a stream that
 * said how it ended is complete.
 */
export async function generate(generation: Generation): Promise<GenerationResult> {
  const { sleep, signal } = generation
  const limits: LlmLimits = { ...LLM_LIMITS, ...generation.limits }
  const call = callOf(generation)
  using deadline = createDeadline({ sleep, signal, totalMs: limits.totalMs })

  for (let attempt = 0; ; attempt++) {
    const received = nothing()
    const result = await attemptOf(generation, call, received, deadline, limits)
    if ('reason' in result) return result
    const wait = waitBefore(attempt, result.failure, received, limits, generation.random)
    if (wait === undefined || !(await isWaitOver(deadline, sleep, wait))) {
      return failed(signal.aborted ? ABORTED : result.failure, received, call)
    }
  }
}

const nothing = (): Received => ({
  text: '',
  bytes: 0,
  hasOutput: false,
  toolCalls: [],
  usage: undefined,
})

/** One attempt: the complete result, or what went wrong. */
async function attemptOf(
  generation: Generation,
  call: LanguageModelV4CallOptions,
  received: Received,
  deadline: Deadline,
  limits: LlmLimits,
): Promise<GenerationResult | { readonly failure: Failure }> {
  try {
    const reason = await follow(generation, call, received, deadline, limits)
    const { text, toolCalls } = received
    return { complete: true, reason, detail: '', text, toolCalls, usage: usageOf(received, call) }
  } catch (error) {
    if (error instanceof CallerError) throw error.cause
    if (generation.signal.aborted) return { failure: ABORTED }
    // Once the time is over, that counts, and not what the stream made of it.
    const cause = deadline.signal.aborted ? deadline.signal.reason : error
    return { failure: failureOf(cause, received.hasOutput, redactorOf(generation.model)) }
  }
}

const ABORTED: Failure = {
  reason: 'aborted',
  detail: 'Stopped',
  status: undefined,
  retry: undefined,
}

/** `onText` threw: that is the caller's own error and no failure of the provider. */
class CallerError extends Error {
  override readonly name = 'CallerError'
}

function failed(
  { reason, detail, status }: Failure,
  received: Received,
  call: LanguageModelV4CallOptions,
): GenerationResult {
  const { text, hasOutput } = received
  const isRefused = reason === 'provider_error' && !hasOutput
  const usage = isRefused ? NOTHING_USED : usageOf(received, call)
  return { complete: false, reason, detail, status, text, toolCalls: [], usage }
}

function callOf(generation: Generation): LanguageModelV4CallOptions {
  const { system, messages, builtIn, model, temperature, maxOutputTokens, tools, toolChoice } =
    generation
  const prompt: LanguageModelV4Prompt = messages.map(messageOf)
  if (system !== '') prompt.unshift({ role: 'system', content: system })
  return {
    prompt,
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(tools && { tools }),
    ...(toolChoice && { toolChoice }),
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

/** One attempt: reads the stream to its end and returns how it ended; throws when it did not end well. */
async function follow(
  { model, onText }: Generation,
  call: LanguageModelV4CallOptions,
  received: Received,
  deadline: Deadline,
  limits: LlmLimits,
) {
  deadline.allow(limits.firstByteMs, `No answer within ${limits.firstByteMs} ms`)
  const abortSignal = deadline.signal
  abortSignal.throwIfAborted()
  const { stream } = await deadline.race(
    model.doStream({ ...call, abortSignal, includeRawChunks: true }),
  )
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value: part } = await deadline.race(reader.read())
      if (done) throw new TruncatedError('The stream ended without its end marker')
      if (part.type !== 'stream-start') {
        deadline.allow(limits.idleMs, `Nothing more came for ${limits.idleMs} ms`)
      }
      const delta = take(part, received, limits)
      if (delta !== '') tell(onText, delta)
      if (part.type === 'finish') return endOf(part, received)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function tell(onText: Generation['onText'], delta: string): void {
  try {
    onText?.(delta)
  } catch (cause) {
    throw new CallerError('onText failed', { cause })
  }
}

/** Takes in one part; returns the text in it. */
function take(part: LanguageModelV4StreamPart, received: Received, limits: LlmLimits): string {
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

/** The SDK's way to say that the stream closed without a finish reason. */
function isMissingEnd(error: unknown): boolean {
  return error instanceof Error && /without a finish reason/.test(error.message)
}

function endOf(
  { finishReason: { unified } }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>,
  received: Received,
) {
  if (unified === 'error' || unified === 'interrupted') throw new TruncatedError(unified)
  // Arguments that are cut off must not run, and nor must their neighbours.
  if (unified === 'length' || !received.toolCalls.every(({ input }) => isJson(input))) {
    received.toolCalls = []
  }
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

/** How long to wait before trying again, ms; undefined when that is not wanted. */
function waitBefore(
  attempt: number,
  { retry }: Failure,
  { hasOutput }: Received,
  limits: LlmLimits,
  random: () => number = () => 1,
): number | undefined {
  if (!retry || hasOutput || attempt >= limits.retries) return undefined
  if (retry.afterMs === undefined) return limits.retryMs * 2 ** attempt * random()
  return retry.afterMs <= limits.retryAfterMs ? retry.afterMs : undefined
}

async function isWaitOver(
  deadline: Deadline,
  sleep: Generation['sleep'],
  ms: number,
): Promise<boolean> {
  deadline.rest()
  try {
    await deadline.race(sleep(ms, deadline.signal))
    return true
  } catch {
    return false
  }
}

const NOTHING_USED: TokenUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

/** Characters of a token, as a rule of thumb. */
const TOKEN = 4

function usageOf({ usage, text }: Received, { prompt }: LanguageModelV4CallOptions): TokenUsage {
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
