import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { ConversationType } from './enums.ts'
import { issue } from './faults.ts'
import { ReportMeasure } from './report-measures.ts'
import { Day, Id, Timezone, text } from './scalars.ts'

/** State of a conversation in the inbox: open, snoozed or ended. */
export const InboxState = z.enum(['open', 'snoozed', 'ended'])
export type InboxState = z.output<typeof InboxState>

/** Order of the inbox: by latest activity, or the longest waiting or first due on top and then by latest activity. */
export const InboxSort = z.enum(['activity', 'waiting', 'due'])
export type InboxSort = z.output<typeof InboxSort>

/** A filter that is either on or absent. */
const asked = (description: string) => z.literal('1').optional().describe(description)

/** Maximum length of a search text. */
const MAX_SEARCH = 200

/** Filters of the inbox as query parameters; all of them must match. */
export const InboxFilter = z.object({
  state: InboxState.optional().describe('All three states if omitted.'),
  assignee: z
    .string()
    .regex(/^(me|none|\d{1,15})$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description: '`me`, `none`, or the id of an operator.',
      examples: ['me'],
    }),
  team: z
    .string()
    .regex(/^(mine|none|\d{1,15})$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description:
        '`mine` for the caller’s teams, `none` for conversations without a team, or the id of a team.',
      examples: ['mine'],
    }),
  assistant_id: Id.optional(),
  type: ConversationType.optional(),
  mode: AiMode.optional(),
  labels: z
    .string()
    .regex(/^(none|\d{1,15}(,\d{1,15}){0,9})$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description:
        'Comma-separated ids of labels, all of which must be present; `none` for conversations without a label.',
      examples: ['7'],
    }),
  awaiting: asked('`1`: the visitor is waiting for a reply.'),
  needs_person: asked('`1`: the assistant could not answer, or the visitor asked for a person.'),
  ai_only: asked('`1`: handled by the assistant alone.'),
  unread: asked('`1`: with messages that no operator has read.'),
  mentioned: asked(
    '`1`: a teammate has mentioned the caller in a note in the last 90 days. Conversations with unread mentions come first, each part by latest activity.',
  ),
  has_email: asked('`1`: the visitor’s email address is known.'),
  date_from: Day.optional().describe('Last activity on or after this day (UTC).'),
  date_to: Day.optional().describe('Last activity on or before this day (UTC).'),
  started_from: Day.optional().describe('Started on or after this day, in `timezone`.'),
  started_to: Day.optional().describe('Started on or before this day, in `timezone`.'),
  started_hour: z
    .string()
    .regex(/^(\d|1\d|2[0-3])$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description: 'Started in this hour of the day in `timezone`, 0 to 23.',
      examples: ['9'],
    }),
  started_weekday: z
    .string()
    .regex(/^[1-7]$/, { error: issue('not_selectable') })
    .optional()
    .meta({
      description: 'Started on this weekday in `timezone`, from 1 for Monday to 7.',
      examples: ['1'],
    }),
  timezone: Timezone.optional().describe('Timezone of the filters by start; UTC if omitted.'),
  counted: ReportMeasure.optional().describe(
    'Conversations that the report counts as this; never tests (`GET /user/reports`).',
  ),
  q: text(MAX_SEARCH)
    .optional()
    .describe('Words, "a phrase", -without, from:visitor; the last word may be incomplete.'),
})
export type InboxFilter = z.output<typeof InboxFilter>
