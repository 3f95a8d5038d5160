import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { InboxFilter, InboxSort } from './inbox-filter.ts'
import { Flag, Id, optional, requiredText, sparse } from './scalars.ts'

/** Maximum number of shared views of an account, and of an operator’s own. */
export const MAX_VIEWS = 50

/** A filter that names something by its id. */
export const NamedFilter = z.enum(['assignee', 'team', 'assistant_id', 'labels'])
export type NamedFilter = z.output<typeof NamedFilter>

/** A saved set of inbox filters and an order: an operator’s own, or shared with everyone at the desk. */
export const InboxView = z.object({
  id: z.int(),
  name: z.string(),
  filters: InboxFilter,
  sort: InboxSort.nullable().describe('Null: as each operator sorts the inbox.'),
  is_shared: z.boolean(),
  operator_id: z.int().describe('The operator who created it.'),
  missing: z
    .array(NamedFilter)
    .describe(
      'Filters that name something deleted, or a removed person. What that person or a deleted assistant had is still listed.',
    ),
})
export type InboxView = z.output<typeof InboxView>

/** All shared views after a change of one, for everyone at the desk; or all of an operator’s own, for that operator. */
export const InboxViewsChange = z.object({ is_shared: z.boolean(), data: z.array(InboxView) })
export type InboxViewsChange = z.output<typeof InboxViewsChange>

const OneView = z.object({ id: Id })
const NOT_FOUND = 'view_not_found'
const FULL = fault('too_many_views', { max: MAX_VIEWS })
const ViewBody = z.object({
  name: requiredText(60),
  filters: sparse(InboxFilter),
  sort: InboxSort.nullable()
    .optional()
    .describe('Parameter `sort` of `GET /user/inbox`; null for the order of whoever opens it.'),
  is_shared: optional(Flag).describe(
    'Whether everyone at the desk sees it, which needs the capability `account`.',
  ),
})
const SavedView = z.object({ message: z.string(), data: InboxView })
const EXAMPLE = { name: 'Refunds', filters: { state: 'open' }, sort: 'waiting' } as const

export const listInboxViews = endpoint({
  method: 'get',
  path: '/user/inbox/views',
  capability: 'conversations',
  summary: 'List saved inbox views: the shared ones and the caller’s own, each in order',
  reply: z.object({ data: z.array(InboxView) }),
})

export const createInboxView = endpoint({
  method: 'post',
  path: '/user/inbox/views',
  capability: 'conversations.change',
  summary: 'Save an inbox view for the caller, or for everyone at the desk',
  body: ViewBody,
  status: 201,
  refusals: ['role_not_allowed', FULL],
  examples: { body: EXAMPLE, reply: { message: 'View created successfully' } },
  reply: SavedView,
})

export const updateInboxView = endpoint({
  method: 'put',
  path: '/user/inbox/views/:id',
  capability: 'conversations.change',
  summary: 'Update a saved view: name, filters, order, and whether it is shared',
  description:
    'A shared view is changed by its creator, and by those with the capability `account`. A view that is no longer shared is its creator’s own.',
  params: OneView,
  body: ViewBody.partial(),
  refusals: ['role_not_allowed', NOT_FOUND, FULL],
  examples: { body: EXAMPLE, reply: { message: 'View updated successfully' } },
  reply: SavedView,
})

export const deleteInboxView = endpoint({
  method: 'delete',
  path: '/user/inbox/views/:id',
  capability: 'conversations.change',
  summary: 'Delete a saved view, which can be restored for an hour; its conversations are kept',
  params: OneView,
  refusals: ['role_not_allowed', NOT_FOUND],
  confirm: 'Delete this view? Its conversations are kept.',
  examples: { reply: { message: 'View deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const restoreInboxView = endpoint({
  method: 'post',
  path: '/user/inbox/views/:id/restore',
  capability: 'conversations.change',
  summary: 'Undo the deletion of a saved view within an hour',
  params: OneView,
  refusals: ['role_not_allowed', NOT_FOUND, FULL],
  examples: { reply: { message: 'View restored successfully' } },
  reply: SavedView,
})

export const sortInboxViews = endpoint({
  method: 'post',
  path: '/user/inbox/views/order',
  capability: 'conversations.change',
  summary: 'Sort the caller’s own or the shared views; those that are not named come last',
  description: 'Sorting the shared ones needs the capability `account`.',
  body: z.object({
    ids: z.array(Id).max(MAX_VIEWS),
    is_shared: Flag.describe('Whether these are the shared views.'),
  }),
  refusals: ['role_not_allowed'],
  examples: {
    body: { ids: [2, 1], is_shared: false },
    reply: { message: 'Views sorted successfully' },
  },
  reply: z.object({ message: z.string(), data: z.array(InboxView) }),
})
