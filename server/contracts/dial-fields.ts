import { z } from 'zod'
import { Actor } from './activities.ts'

/**
 * Mode of answering a visitor: `auto`, the assistant answers by itself; `approve`, the assistant drafts and an operator sends;
 * `human`, an operator answers.
 */
export const AiMode = z.enum(['auto', 'approve', 'human'])
export type AiMode = z.output<typeof AiMode>

/** Position of a conversation's dial. */
export const Dial = z.object({
  mode: AiMode,
  epoch: z
    .int()
    .describe(
      'Grows with every turn of the dial and every end; an AI turn of an older one is refused.',
    ),
  changed_by: Actor.nullable().describe('Who turned it last; null while nobody has.'),
  changed_at: z.iso.datetime().nullable(),
})
export type Dial = z.output<typeof Dial>
