import { z } from 'zod'
import { Actor } from './activities.ts'
import { Uuid } from './scalars.ts'

/*
 * The part of an answer that operators see and the visitor does not yet: while an operator looks at a conversation at Auto, its
 * text is delayed by the assistant's `answer_delay`, and the operator can hold it. It is never stored.
 */

/** The part of an answer in progress that the visitor does not see yet. */
export const PendingAnswer = z.object({
  from: z
    .int()
    .describe('Position of `text` in the answer, UTF-16 units: the visitor sees what precedes it.'),
  text: z.string(),
  is_writing: z.boolean().describe('Whether the assistant is still writing.'),
  held_by: Actor.nullable().describe(
    'The operator who holds it: until then nothing reaches the visitor.',
  ),
})
export type PendingAnswer = z.output<typeof PendingAnswer>

/** A change of the pending answer of a conversation: its text from `from` on is replaced. */
export const PendingChange = PendingAnswer.extend({
  conversation_id: Uuid,
  is_over: z.boolean().describe('Whether nothing is pending any more.'),
})
export type PendingChange = z.output<typeof PendingChange>
