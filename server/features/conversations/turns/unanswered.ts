import type { AiMode } from '#contracts/dial-fields.ts'
import type { MessageRow } from '../messages/queries.ts'

/**
 * Messages up to the visitor's last one if it is unanswered; undefined otherwise. At `approve`, an incomplete answer
 * does not count: the assistant drafts it again.
 */
export function unanswered(
  history: readonly MessageRow[],
  mode: AiMode,
): readonly MessageRow[] | undefined {
  const end = mode === 'approve' ? history.findLastIndex(isWhole) : history.length - 1
  return history[end]?.author === 'visitor' ? history.slice(0, end + 1) : undefined
}

const isWhole = ({ author, status }: MessageRow) => author !== 'assistant' || status === 'complete'
