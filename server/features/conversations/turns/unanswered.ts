import type { AiMode } from '#contracts/dial-fields.ts'
import type { MessageRow } from '../messages/queries.ts'

/**
 * Messages up to the visitor's last one, when that is still unanswered; undefined otherwise. At `approve`, half an
 * answer is none: the assistant drafts it anew.
 */
export function unanswered(
  history: readonly MessageRow[],
  mode: AiMode,
): readonly MessageRow[] | undefined {
  const end = mode === 'approve' ? history.findLastIndex(isWhole) : history.length - 1
  return history[end]?.author === 'visitor' ? history.slice(0, end + 1) : undefined
}

const isWhole = ({ author, status }: MessageRow) => author !== 'assistant' || status === 'complete'
