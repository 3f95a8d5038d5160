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
      'Incremented with every change of the answering mode and every end; AI answers from an older epoch are discarded.',
    ),
  changed_by: Actor.nullable().describe('The operator who changed it last; null if nobody has.'),
  changed_at: z.iso.datetime().nullable(),
})
export type Dial = z.output<typeof Dial>

/** Position of a conversation's dial, its version and its last change, as fields of the conversation. */
export const DialFields = {
  ai_mode: AiMode,
  ai_epoch: z.int().describe('Compared by `PUT …/dial`; grows with every change of mode.'),
  mode_changed_by: Actor.nullable(),
  mode_changed_at: z.iso.datetime().nullable(),
}
