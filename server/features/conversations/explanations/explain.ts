import type { AnswerExplanation } from '#contracts/explanations.ts'
import type { Context } from '../../../context.ts'
import type { PassageRow } from '../../knowledge/passage-queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { Candidate } from '../turns/candidates.ts'
import type { Answered } from '../turns/rounds.ts'

/** An explanation as stored: passages without their text, which is read from the knowledge base. */
export type StoredExplanation = Omit<AnswerExplanation, 'passages'> & {
  readonly passages: readonly (Pick<PassageRow, 'id' | 'heading' | 'score'> & {
    readonly document_name: string
    readonly document_url: string | null
  })[]
  readonly base_id: number | null
}

/** Notes what one answer is made from, and its timing. */
export function createExplanation({ now }: Pick<Context, 'now'>, first: Candidate) {
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
    /**
     * The explanation of the finished answer, as JSON.
     * @param passages the passages that the model was given, or used
     */
    of(
      { candidate, usage, cost, rounds, tools }: Answered,
      baseId: number | null,
      passages: readonly PassageRow[],
    ): string {
      const explanation: StoredExplanation = {
        model: candidate.row.name,
        is_fallback: candidate !== first,
        rounds,
        tools: [...tools],
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        is_estimated: usage.isEstimated,
        cost: toDollars(cost),
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
