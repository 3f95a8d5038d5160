import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { createDeadline, type Deadline } from '../deadline.ts'
import { type Failure, failureOf, TruncatedError } from './failure.ts'
import { callOf, type Generation, type GenerationResult } from './generation.ts'
import { LLM_LIMITS, type LlmLimits } from './limits.ts'
import { redactorOf } from './openai-compatible.ts'
import { endOf, NOTHING_USED, nothing, type Received, take, usageOf } from './received.ts'

/**
 * Generates an answer by following a model's stream. A provider's failure is returned as a result, not thrown; an
 * answer is complete only if the stream said how it ended.
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

/** One attempt: the complete result, or the failure. */
async function attemptOf(
  generation: Generation,
  call: LanguageModelV4CallOptions,
  received: Received,
  deadline: Deadline,
  limits: LlmLimits,
): Promise<GenerationResult | { readonly failure: Failure }> {
  try {
    const reason = await follow(generation, call, received, deadline, limits)
    const { text, toolCalls, sources } = received
    const usage = usageOf(received, call)
    return { complete: true, reason, detail: '', text, toolCalls, sources, usage }
  } catch (error) {
    if (error instanceof CallerError) throw error.cause
    if (generation.signal.aborted) return { failure: ABORTED }
    // After the deadline, report the timeout and not the resulting stream error.
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

/** `onText` threw: the caller's own error, not a failure of the provider. */
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

/** Reads the stream of one attempt to its end; returns the finish reason, and throws if it ended badly. */
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
      if (delta !== '') emit(onText, delta)
      if (part.type === 'finish') return endOf(part, received)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function emit(onText: Generation['onText'], delta: string): void {
  try {
    onText?.(delta)
  } catch (cause) {
    throw new CallerError('onText failed', { cause })
  }
}

/** Pause before the next attempt, ms; undefined if there is no retry. */
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
