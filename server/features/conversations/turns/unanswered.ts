import type { AiMode } from '#contracts/dial-fields.ts'
import type { MessageRow } from '../messages/queries.ts'

/**
 * What was said up to the visitor's last word, when that is still unanswered. Where a person approves, half an answer
 * is none: the assistant drafts it anew.
 */
export function unanswered(
  history: readonly MessageRow[],
  mode: AiMode,
): readonly MessageRow[] | undefined {
  const end = mode === 'approve' ? history.findLastIndex(isWhole) : history.length - 1
  return history[end]?.author === 'visitor' ? history.slice(0, end + 1) : undefined
}

const isWhole = ({ author, status }: MessageRow) => author !== 'assistant' || status === 'complete'
