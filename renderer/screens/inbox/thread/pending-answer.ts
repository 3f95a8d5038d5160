import type { PendingChange, PendingAnswer as State } from '#contracts/hold-fields.ts'
import type { Message } from '#contracts/messages.ts'

/** The part of a thread that a pending answer needs. */
interface Thread {
  readonly messages: readonly Message[]
  readonly pending_answer: State | null
}

/** Length of the answer in progress, as far as the visitor sees it. */
function seenLength({ messages }: Pick<Thread, 'messages'>): number {
  const last = messages.at(-1)
  return last?.author === 'assistant' && last.status === 'streaming' ? last.content.length : 0
}

/** Text of the answer in progress that the visitor does not see yet. */
export function restOf(thread: Thread): string {
  const { from, text } = thread.pending_answer ?? { from: 0, text: '' }
  return text.slice(Math.max(0, seenLength(thread) - from))
}

/** The thread after a change of its pending answer; `gap` if one was missed and it must be read again. */
export function withPending<thread extends Thread>(
  thread: thread,
  { from, text, is_writing, held_by, is_over }: PendingChange,
): thread | 'gap' {
  if (is_over) return { ...thread, pending_answer: null }
  const known = thread.pending_answer
  const joins = known && from >= known.from && from <= known.from + known.text.length
  if (!joins && from > seenLength(thread)) return 'gap'
  const whole = joins
    ? { from: known.from, text: known.text.slice(0, from - known.from) + text }
    : { from, text }
  return { ...thread, pending_answer: { ...whole, is_writing, held_by } }
}
