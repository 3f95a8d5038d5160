import type { InboxItem } from '#contracts/conversations.ts'
import type { InboxViewName } from '#contracts/inbox.ts'

/** Filters of the list, as in its address. */
export type Filter = Readonly<Partial<Record<FilterName, string>>>

export const FILTER_NAMES = [
  'state',
  'assignee',
  'assistant_id',
  'type',
  'mode',
  'labels',
  'awaiting',
  'needs_person',
  'ai_only',
  'unread',
  'has_email',
  'date_from',
  'date_to',
  'q',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The views that everybody has, in the order of the column, each with its filters. */
export const VIEWS: readonly (readonly [InboxViewName, Filter])[] = [
  ['open', { state: 'open' }],
  ['mine', { state: 'open', assignee: 'me' }],
  ['unassigned', { state: 'open', assignee: 'none' }],
  ['unanswered', { state: 'open', awaiting: '1' }],
  ['needs_person', { state: 'open', needs_person: '1' }],
  ['ai_only', { state: 'open', ai_only: '1' }],
  ['snoozed', { state: 'snoozed' }],
  ['ended', { state: 'ended' }],
  ['all', {}],
]

/** The filters that an address names. Without any it is what is open; words are looked for everywhere. */
export function filterOf(url: string): Filter {
  const query = new URLSearchParams(url.split('?')[1])
  const entries = FILTER_NAMES.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  const { state, ...filter } = Object.fromEntries(entries) as Filter
  if (state === 'all' || (state === undefined && filter.q !== undefined)) return filter
  return { ...filter, state: state ?? 'open' }
}

/** Parameters that `filterOf` reads as this filter: all names, so that others leave the address. */
export function queryOf(filter: Filter): Record<string, string | undefined> {
  const isPlain = filter.state === 'open' && filter.q === undefined
  const state = filter.state ?? (filter.q === undefined ? 'all' : undefined)
  const names = FILTER_NAMES.map((name) => [name, filter[name]] as const)
  return { ...Object.fromEntries(names), state: isPlain ? undefined : state }
}

/** The address of the list with a filter. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(filter))) if (value) query.set(name, value)
  return query.size > 0 ? `/app/inbox?${query}` : '/app/inbox'
}

/** One text for one filter, whatever the order of its parts. */
export function keyOf(filter: Filter): string {
  return FILTER_NAMES.map((name) => filter[name] ?? '').join('\n')
}

/** The current operator: `me` in a filter. */
type Me = number | undefined

const stateOf = ({ ended_at, snoozed_until }: InboxItem) =>
  ended_at !== null ? 'ended' : snoozed_until !== null ? 'snoozed' : 'open'

/** How a row is compared with each filter; what only the server can compare lets every row pass. */
const TESTS: Readonly<Record<FilterName, (item: InboxItem, value: string, me: Me) => boolean>> = {
  state: (item, value) => stateOf(item) === value,
  assignee: ({ assignee }, value, me) =>
    value === 'none' ? assignee === null : assignee?.id === (value === 'me' ? me : Number(value)),
  // The address has the assistant's number and the row its UUID: `isKnown` says so.
  assistant_id: () => true,
  type: ({ type }, value) => type === value,
  mode: ({ ai_mode }, value) => ai_mode === value,
  labels: ({ labels }, value) =>
    value.split(',').every((id) => labels.some((label) => label.id === Number(id))),
  awaiting: ({ waiting_since }) => waiting_since !== null,
  needs_person: ({ needs_person }) => needs_person,
  ai_only: ({ is_ai_only }) => is_ai_only,
  unread: ({ unread }) => unread > 0,
  has_email: () => true,
  date_from: ({ updated_at }, value) => updated_at.slice(0, 10) >= value,
  date_to: ({ updated_at }, value) => updated_at.slice(0, 10) <= value,
  q: () => true,
}

/** A test in which nobody has spoken yet is no conversation worth a row. */
export const hasBegun = ({ type, message_count }: InboxItem): boolean =>
  type !== 'test' || message_count > 1

/** Reports whether a row matches a filter, as far as can be determined locally. */
export function fits(item: InboxItem, filter: Filter, me: Me): boolean {
  return (
    hasBegun(item) &&
    // Only what is asked: thousands of rows are compared when a view is opened.
    (Object.keys(filter) as FilterName[]).every((name) => {
      const value = filter[name]
      return value === undefined || TESTS[name](item, value, me)
    })
  )
}

/** Reports whether a filter can be evaluated locally, so that an unloaded row can be added. */
export const isComparable = (filter: Filter): boolean =>
  filter.assistant_id === undefined && filter.has_email === undefined && filter.q === undefined
