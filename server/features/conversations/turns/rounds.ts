import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import type { GenerationResult, TokenUsage } from '../../../providers/llm/generation.ts'
import type { Refusal } from '../../billing/budgets/reserve.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import type { OfferedTool } from '../tools/offered.ts'
import { askCandidates } from './ask-candidates.ts'
import type { CallLog } from './call-log.ts'
import type { Candidate } from './candidates.ts'
import { makeCalls } from './make-calls.ts'
import type { ModelInput } from './model-input.ts'
import { messagesOfCalls } from './tool-messages.ts'
import { createMarkerFilter, unmarked } from './unanswered-marker.ts'

export type RoundsNeeds = Pick<
  Context,
  'db' | 'events' | 'now' | 'sleep' | 'config' | 'log' | 'write'
>

interface RoundsInput {
  /** Payer of the answer. */
  readonly payer: Payer
  readonly candidates: readonly [Candidate, ...Candidate[]]
  readonly input: ModelInput
  readonly tools: readonly OfferedTool[]
  readonly log: CallLog
  /** Text that the visitor sees already, if the answer continues it. */
  readonly said?: string
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

/** Outcome of a turn with all its rounds. */
export interface Answered {
  /** Finish reason of the last round, with the text of all rounds. */
  readonly result: GenerationResult
  readonly candidate: Candidate
  /** Total of all rounds. */
  readonly usage: TokenUsage
  /** Micro-dollars. */
  readonly cost: number
  /** True if the chat ends with this answer. */
  readonly endsChat: boolean
  /** Number of requests to a model, not counting those that failed before their first token. */
  readonly rounds: number
  /** Names of the tools called, in order. */
  readonly tools: readonly string[]
  /** True if the model marked the answer as none. */
  readonly isUnanswered: boolean
  /** The budget that was exhausted before or during the answer. */
  readonly refused?: Refusal | undefined
}

/**
 * Generates an answer with tool calls: a limited number of rounds and calls in a limited time, then a final answer
 * without tools.
 */
export async function answerInRounds(context: RoundsNeeds, asking: RoundsInput): Promise<Answered> {
  const { toolRounds, toolCalls, toolsMs } = context.config.limits
  const { input, tools, signal } = asking
  const clock = new AbortController()
  context.sleep(toolsMs, clock.signal).then(
    () => clock.abort(),
    () => undefined,
  )
  const inTime = AbortSignal.any([signal, clock.signal])
  const voice = createVoice(asking)
  let { candidates } = asking
  let messages = input.messages
  let total: Omit<Answered, 'result' | 'candidate' | 'isUnanswered' | 'refused'> = {
    usage: NOTHING,
    cost: 0,
    endsChat: false,
    rounds: 0,
    tools: [],
  }
  let made = 0
  try {
    for (let round = 0; ; round += 1) {
      const mayCall =
        tools.length > 0 &&
        round < toolRounds &&
        made < toolCalls &&
        !total.endsChat &&
        !inTime.aborted
      const answer = await askCandidates(context, asking.payer, candidates, {
        ...input,
        messages,
        ...(mayCall && { tools: tools.map(functionOf) }),
        signal,
        onText: voice.say,
      })
      const { result, candidate, refused } = answer
      total = {
        ...total,
        usage: sum(total.usage, result.usage),
        cost: total.cost + answer.cost,
        rounds: round + 1,
      }
      // The model that answered continues.
      candidates = [candidate, ...candidates.slice(candidates.indexOf(candidate) + 1)]
      const isLast = !result.complete || !mayCall || result.toolCalls.length === 0
      const isMarked = voice.end(isLast)
      const whole = {
        ...total,
        isUnanswered: isMarked,
        candidate,
        refused,
        result: { ...result, text: voice.text() },
      }
      if (isLast) return whole
      const called = await makeCalls(context, {
        calls: result.toolCalls,
        tools,
        log: asking.log,
        left: toolCalls - made,
        signal: inTime,
      })
      if (signal.aborted) return { ...whole, result: stopped(whole.result) }
      const { calls, endsChat, isWaiting } = called
      made += calls.length
      total = { ...total, endsChat, tools: [...total.tools, ...calls.map(({ name }) => name)] }
      if (isWaiting) {
        voice.pause()
        voice.say(phrasesFor(input.builtIn.language).checking)
        voice.end(false)
        const result = { ...whole.result, text: voice.text() }
        return { ...whole, ...total, isUnanswered: false, result }
      }
      // The last words were said: nothing may follow.
      if (endsChat && voice.text().trim() !== '') return { ...whole, endsChat }
      messages = [...messages, ...messagesOfCalls(calls, unmarked(result.text))]
      voice.pause()
    }
  } finally {
    clock.abort()
  }
}

const functionOf = ({ name, description, inputSchema }: OfferedTool) => ({
  type: 'function' as const,
  name,
  description,
  inputSchema,
})

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

const sum = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  isEstimated: one.isEstimated || other.isEstimated,
})

/** Result of an answer stopped between two rounds: never complete. */
const stopped = ({ text, usage }: GenerationResult): GenerationResult => ({
  complete: false,
  reason: 'aborted',
  detail: 'Stopped',
  status: undefined,
  text,
  toolCalls: [],
  usage,
})

/** Joins the text of several rounds, without markers: the text after a call starts a new paragraph. */
function createVoice({
  onText,
  said: before = '',
  input,
}: Pick<RoundsInput, 'onText' | 'said' | 'input'>) {
  let said = ''
  let paused = false
  const marker = createMarkerFilter(tell)

  function tell(text: string): void {
    const between = paused && said.trim() !== '' ? '\n\n' : ''
    paused = false
    said += between + text
    onText(between + text)
  }

  return {
    say: input.marksUnanswered ? marker.add : tell,
    /** Ends a round; returns whether the model marked its text. An answer that is nothing but the marker is put into words. */
    end(isLast: boolean): boolean {
      const isMarked = marker.end()
      if (isMarked && isLast && (before + said).trim() === '')
        tell(phrasesFor(input.builtIn.language).unknown)
      return isMarked
    },
    pause(): void {
      paused = true
    },
    text: () => said,
  }
}
