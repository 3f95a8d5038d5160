import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { ConversationType } from './enums.ts'
import { issue } from './faults.ts'
import { Day, Id, text } from './scalars.ts'

/** State of a conversation in the inbox: open, snoozed or ended. */
export const InboxState = z.enum(['open', 'snoozed', 'ended'])
export type InboxState = z.output<typeof InboxState>

/** A filter that is either on or absent. */
const asked = (description: string) => z.literal('1').optional().describe(description)

/** Maximum length of a search text. */
const MAX_SEARCH = 200

/** Filters of the inbox as query parameters; all of them must match. */
export const InboxFilter = z.object({
  state: InboxState.optional().describe('Without it: all three.'),
  assignee: z
    .string()
    .regex(/^(me|none|\d{1,15})$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description: '`me`, `none`, or the id of a person at the desk.',
      examples: ['me'],
    }),
  assistant_id: Id.optional(),
  type: ConversationType.optional(),
  mode: AiMode.optional(),
  labels: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,9}$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description: 'Ids of labels with commas between them: it must have all of them.',
      examples: ['7'],
    }),
  awaiting: asked('`1`: the visitor has the last word.'),
  needs_person: asked('`1`: the assistant could not answer, or a person was asked for.'),
  ai_only: asked('`1`: the assistant has it on its own.'),
  unread: asked('`1`: with messages that no operator has seen.'),
  has_email: asked('`1`: the visitor’s e-mail address is known.'),
  date_from: Day.optional().describe('Last activity on this day (UTC) or later.'),
  date_to: Day.optional().describe('Last activity on this day (UTC) or earlier.'),
  q: text(MAX_SEARCH)
    .optional()
    .describe('Words, "a phrase", -without, from:visitor; the last word may be unfinished.'),
})
export type InboxFilter = z.output<typeof InboxFilter>
