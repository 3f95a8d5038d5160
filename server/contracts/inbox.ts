import { z } from 'zod'
import { EXPORTED_BY_ID } from './constants.ts'
import { InboxItem } from './conversations.ts'
import { AiMode } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'
import { ConversationType } from './enums.ts'
import { ExportQuery, exportOf } from './export.ts'
import { issue } from './faults.ts'
import { InboxFilter, InboxSort, InboxState } from './inbox-filter.ts'
import { DateTime, Uuid } from './scalars.ts'

export const listInbox = endpoint({
  method: 'get',
  path: '/user/inbox',
  capability: 'conversations',
  summary:
    'List inbox conversations by latest activity, longest waiting or first due, with a cursor for the stream',
  query: InboxFilter.omit({ q: true }).extend({
    sort: InboxSort.optional().describe(
      '`activity` (default): latest activity first. `waiting`: visitors who wait for a reply first, longest waiting on top, then the others by latest activity. `due`: conversations in which a person’s reply is due first, the earliest on top, then the others by latest activity.',
    ),
    before: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Rows after this one, as returned in `before` of the previous response with the same `sort`.',
      ),
  }),
  reply: z.object({
    data: z.array(InboxItem),
    before: z.string().nullable(),
    cursor: z.int(),
  }),
})

/** Number of matching conversations; above 10,000 it may be an estimate. */
export const InboxCount = z.object({
  count: z.int(),
  is_more: z.boolean().describe('Whether the count is a lower bound.'),
})
export type InboxCount = z.output<typeof InboxCount>

/** Number of open conversations of a team. */
export const TeamCount = z.object({ id: z.int(), ...InboxCount.shape })
export type TeamCount = z.output<typeof TeamCount>

/** The built-in views. */
export const InboxViews = z.object({
  open: z.int().describe('Neither ended nor snoozed.'),
  mine: z.int().describe('Open and assigned to the caller.'),
  unassigned: z.int().describe('Open and unassigned.'),
  unanswered: z.int().describe('Open and waiting for a reply to the visitor.'),
  needs_person: z.int().describe('Open, and the assistant could not help.'),
  ai_only: z.int().describe('Open and handled by the assistant alone.'),
  snoozed: z.int(),
  ended: z.int(),
  all: z.int(),
})
export type InboxViews = z.output<typeof InboxViews>
export type InboxViewName = keyof InboxViews

export const countInbox = endpoint({
  method: 'get',
  path: '/user/inbox/counts',
  capability: 'conversations',
  summary: 'Count the conversations in each inbox view, and those that match the filters',
  query: InboxFilter,
  reply: z.object({
    views: InboxViews,
    unread: z.int().describe('Open conversations with unread messages, excluding tests.'),
    teams: z.array(TeamCount).describe('Open conversations of each team.'),
    saved: z
      .array(z.object({ id: z.int() }).extend(InboxCount.partial().shape))
      .describe(
        'Counts of the saved views that the caller sees; those with a text search are not counted. Filters without a counter are counted among the newest 2,000 conversations of an index that they use.',
      ),
    matching: InboxCount.nullable().describe(
      'Number of conversations that match the filters of this request; null with a text search.',
    ),
    cursor: z.int().describe('Id of the last event included in these counts.'),
  }),
})

/** A conversation in an export file. */
export const ExportedConversation = z.object({
  id: Uuid,
  visitor_name: z.string().nullable(),
  visitor_email: z.string().nullable(),
  visitor_phone: z.string().nullable(),
  assistant_name: z.string(),
  type: ConversationType,
  state: InboxState,
  ai_mode: AiMode,
  assignee: z.string().nullable(),
  labels: z.string().describe('Comma-separated names.'),
  needs_person: z.boolean(),
  waiting_since: z.iso.datetime().nullable(),
  snoozed_until: z.iso.datetime().nullable(),
  message_count: z.int(),
  unread: z.int(),
  total_cost: z.number(),
  created_at: DateTime,
  updated_at: DateTime,
  ended_at: z.iso.datetime().nullable(),
  transcript: z.string().nullable().describe('The messages, one per line; null unless requested.'),
})
export type ExportedConversation = z.output<typeof ExportedConversation>

export const exportInbox = exportOf({
  path: '/user/inbox/export',
  summary: 'Export all matching or selected inbox conversations as a file',
  item: ExportedConversation,
  query: InboxFilter.extend(ExportQuery.shape).extend({
    ids: z
      .string()
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/, {
        error: issue('not_selectable'),
      })
      .optional()
      .meta({
        description: `Comma-separated ids of at most ${EXPORTED_BY_ID} conversations: exports only these among the matching ones.`,
        examples: ['0199c0de-0000-7000-8000-000000000001'],
      }),
    transcript: z
      .literal('1')
      .optional()
      .describe('`1` includes the messages of each conversation.'),
  }),
})
