import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'
import { InboxFilter } from './inbox-filter.ts'
import { Flag, Id, optional, sparse, Uuid } from './scalars.ts'

/** Actions on one conversation or on all that match. */
export const BulkAction = z.enum([
  'end',
  'assign',
  'team',
  'label',
  'unlabel',
  'snooze',
  'unsnooze',
  'read',
  'unread',
  'mode',
])
export type BulkAction = z.output<typeof BulkAction>

/** Parameters of an action. */
export const BulkValue = z.object({
  assignee_id: Id.nullable()
    .optional()
    .describe('For `assign`: id of the assignee; null to unassign.'),
  team_id: Id.nullable().optional().describe('For `team`: id of the team; null for none.'),
  label_id: Id.optional().describe('For `label` and `unlabel`: id of the label.'),
  until: z.iso.datetime().optional().describe('For `snooze`: end of the snooze.'),
  mode: AiMode.optional().describe('For `mode`: the answering mode.'),
})
export type BulkValue = z.output<typeof BulkValue>

/**
 * `collecting` selects the matching conversations, `waiting` can still be cancelled, `running` changes them in batches; then
 * `done`, `cancelled` or `undone`.
 */
export const BulkStatus = z.enum([
  'collecting',
  'waiting',
  'running',
  'done',
  'undoing',
  'undone',
  'cancelled',
])
export type BulkStatus = z.output<typeof BulkStatus>

/** One action on many conversations, and its progress. */
export const BulkOperation = z.object({
  id: z.int(),
  action: BulkAction,
  status: BulkStatus,
  matched: z.int().describe('Number of conversations selected.'),
  processed: z.int().describe('Number of these processed so far.'),
  changed: z
    .int()
    .describe('Number of these changed; the others were already in the requested state.'),
  runs_at: z.iso.datetime().describe('Start time: an end is delayed, so that it can be cancelled.'),
  undo_until: z.iso.datetime().nullable().describe('Time until which it can be undone.'),
})
export type BulkOperation = z.output<typeof BulkOperation>

const OneOperation = z.object({ id: Id })
const NOT_FOUND = 'operation_not_found'

export const changeInBulk = endpoint({
  method: 'post',
  path: '/user/inbox/bulk',
  capability: 'conversations.change',
  summary: 'Apply an action to selected conversations, or to all that match',
  description:
    'Send either `ids` or `filter`. Up to 50 conversations are changed before the response; more are changed in the background, with `bulk.progress` on the stream. `end` starts after 10 seconds, because an end that the visitor and webhooks have been notified of cannot be undone; until then `undo` cancels it. All other actions can be undone for 10 minutes: each conversation returns to its previous state, unless it has been changed since.',
  body: z.object({
    action: BulkAction,
    ids: optional(z.array(Uuid).min(1).max(1000)),
    filter: optional(sparse(InboxFilter)),
    // Null is a valid assignee and a valid team: none.
    value: optional(
      sparse(BulkValue).extend({
        assignee_id: BulkValue.shape.assignee_id,
        team_id: BulkValue.shape.team_id,
      }),
    ),
    dry_run: optional(Flag).describe('Only counts the matching conversations.'),
  }),
  status: 201,
  examples: {
    body: {
      action: 'end',
      ids: ['019aa4a6-7f30-7cc1-9a44-3d4bb3a4f1c2'],
      filter: null,
      value: null,
    },
    reply: { message: 'Operation started successfully' },
  },
  reply: z.object({
    message: z.string(),
    matched: z.int(),
    data: BulkOperation.nullable().describe('Null for a dry run.'),
  }),
})

export const getBulkOperation = endpoint({
  method: 'get',
  path: '/user/inbox/bulk/:id',
  capability: 'conversations',
  summary: 'Get the progress of a bulk operation',
  params: OneOperation,
  refusals: [NOT_FOUND],
  reply: BulkOperation,
})

export const undoBulkOperation = endpoint({
  method: 'post',
  path: '/user/inbox/bulk/:id/undo',
  capability: 'conversations.change',
  summary: 'Undo a bulk operation',
  params: OneOperation,
  refusals: [NOT_FOUND, 'cannot_be_undone'],
  examples: { reply: { message: 'Operation undone successfully' } },
  reply: z.object({ message: z.string(), data: BulkOperation }),
})
