import type { AnswerExplanation } from '#contracts/explanations.ts'
import type { TurnTiming } from '#contracts/turn-timing.ts'
import type { Context } from '../../../context.ts'
import type { PassageRow } from '../../knowledge/passage-queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { Candidate } from '../turns/candidates.ts'
import type { Answered } from '../turns/rounds.ts'

/** An explanation as stored: passages without their text, which is read from the knowledge base. */
export type StoredExplanation = Omit<AnswerExplanation, 'passages' | 'spoken'> & {
  readonly passages: readonly (Pick<PassageRow, 'id' | 'heading' | 'score'> & {
    readonly document_name: string
    readonly document_url: string | null
  })[]
  readonly base_id: number | null
  /** Missing for written answers. */
  readonly spoken?: TurnTiming
}

type Timed = 'first_words_ms' | 'total_ms'
type Made = Omit<StoredExplanation, Timed | 'passages' | 'base_id' | 'spoken'>

/** The knowledge base of an answer, and the passages that the model was given, or used. */
interface Basis {
  readonly baseId: number | null
  readonly passages: readonly PassageRow[]
}

/** Notes what one answer is made from, and its timing. */
export function createExplanation(context: Pick<Context, 'now'>, first: Candidate) {
  const { timed, explained } = createTimer(context)
  return {
    timed,
    /** The explanation of the finished answer, as JSON. */
    of: ({ candidate, usage, cost, rounds, tools }: Answered, basis: Basis): string =>
      explained(basis, {
        model: candidate.row.name,
        is_fallback: candidate !== first,
        rounds,
        tools: [...tools],
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        is_estimated: usage.isEstimated,
        cost: toDollars(cost),
      }),
  }
}

/** The same for a realtime model, which is paid for by the minute. */
export function createTalkExplanation(context: Pick<Context, 'now'>, model: string) {
  const { timed, explained } = createTimer(context)
  return {
    timed,
    of: ({ rounds, tools }: Pick<Answered, 'rounds' | 'tools'>, basis: Basis): string =>
      explained(basis, {
        model,
        is_fallback: false,
        rounds,
        tools: [...tools],
        input_tokens: null,
        output_tokens: null,
        is_estimated: false,
        cost: null,
      }),
  }
}

/** Adds the latency of a spoken answer to its explanation. */
export const withTiming = (explanation: string, spoken: TurnTiming): string =>
  JSON.stringify({ ...JSON.parse(explanation), spoken })

function createTimer({ now }: Pick<Context, 'now'>) {
  const begun = now().getTime()
  const elapsed = () => now().getTime() - begun
  let firstWordsMs: number | null = null

  return {
    /** Wraps the consumer of an answer's text. */
    timed:
      (onText: (text: string) => void) =>
      (text: string): void => {
        if (text !== '') firstWordsMs ??= elapsed()
        onText(text)
      },
    explained({ baseId, passages }: Basis, made: Made): string {
      const explanation: StoredExplanation = {
        ...made,
        first_words_ms: firstWordsMs,
        total_ms: elapsed(),
        base_id: baseId,
        passages: passages.map(({ id, heading, score, document_name, document_url }) => ({
          id,
          heading,
          score,
          document_name,
          document_url,
        })),
      }
      return JSON.stringify(explanation)
    },
  }
}
