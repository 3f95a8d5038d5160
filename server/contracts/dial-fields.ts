import { z } from 'zod'
import { Actor } from './activities.ts'

/**
 * Mode in which a visitor is answered: `auto`, the assistant by itself; `approve`, the assistant drafts and a person
 * sends; `human`, a person.
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
