import type { InboxItem } from '#contracts/conversations.ts'
import type { InboxViewName } from '#contracts/inbox.ts'
import type { InboxView } from '#contracts/inbox-views.ts'

/** Filters of the list, as in the address. */
export type Filter = Readonly<Partial<Record<FilterName, string>>>

export const FILTER_NAMES = [
  'state',
  'assignee',
  'team',
  'assistant_id',
  'type',
  'mode',
  'labels',
  'awaiting',
  'needs_person',
  'ai_only',
  'unread',
  'has_email',
  'mentioned',
  'date_from',
  'date_to',
  'started_from',
  'started_to',
  'started_hour',
  'started_weekday',
  'timezone',
  'counted',
  'q',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Name of a built-in view: those that the server counts, and the operator's mentions. */
export type ViewName = InboxViewName | 'mentions'

/** The built-in views with their filters, in display order. */
export const VIEWS: readonly (readonly [ViewName, Filter])[] = [
  ['open', { state: 'open' }],
  ['mine', { state: 'open', assignee: 'me' }],
  ['mentions', { mentioned: '1' }],
  ['unassigned', { state: 'open', assignee: 'none' }],
  ['unanswered', { state: 'open', awaiting: '1' }],
  ['needs_person', { state: 'open', needs_person: '1' }],
  ['ai_only', { state: 'open', ai_only: '1' }],
  ['snoozed', { state: 'snoozed' }],
  ['ended', { state: 'ended' }],
  ['all', {}],
]

/** Filters in an address. The default is open conversations; a text search covers all states. */
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

/** Filters by the start of a conversation, which depend on the time zone. */
const BY_START = ['started_from', 'started_to', 'started_hour', 'started_weekday'] as const

/** Query parameters for a filter. Every name is present, so that unset ones are removed from the address. */
export function queryOf(filter: Filter): Record<string, string | undefined> {
  const isPlain = filter.state === 'open' && filter.q === undefined
  const state = filter.state ?? (filter.q === undefined ? 'all' : undefined)
  const names = FILTER_NAMES.map((name) => [name, filter[name]] as const)
  const timezone = BY_START.some((name) => filter[name]) ? filter.timezone : undefined
  return { ...Object.fromEntries(names), timezone, state: isPlain ? undefined : state }
}

/** Address of the list with a filter applied. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(filter))) if (value) query.set(name, value)
  return query.size > 0 ? `/app/inbox?${query}` : '/app/inbox'
}

/** Address of a saved view. */
export const addressOfView = (id: number): string => `/app/inbox?view=${id}`

/** The filters of a saved view. */
export function savedFilter({ filters }: Pick<InboxView, 'filters'>): Filter {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  ) as Filter
}

/** Query parameters for a filter while a saved view is open: the view's own filters need none. */
export function queryInView(view: InboxView, filter: Filter): Record<string, string | undefined> {
  const query = queryOf(filter)
  if (keyOf(filter) === keyOf(savedFilter(view)))
    return Object.fromEntries(Object.keys(query).map((name) => [name, undefined]))
  return { ...query, state: filter.state ?? (filter.q === undefined ? 'all' : undefined) }
}

/** Canonical key of a filter, independent of the order of its parts. */
export function keyOf(filter: Filter): string {
  return FILTER_NAMES.map((name) => filter[name] ?? '').join('\n')
}

/** The current operator: `me` in a filter. */
type Me = number | undefined

const stateOf = ({ ended_at, snoozed_until }: InboxItem) =>
  ended_at !== null ? 'ended' : snoozed_until !== null ? 'snoozed' : 'open'

/** Local test of a row for each filter; filters that only the server can evaluate accept every row. */
const TESTS: Readonly<
  Record<
    FilterName,
    (item: InboxItem, value: string, me: Me, teams: ReadonlySet<number>) => boolean
  >
> = {
  state: (item, value) => stateOf(item) === value,
  assignee: ({ assignee }, value, me) =>
    value === 'none' ? assignee === null : assignee?.id === (value === 'me' ? me : Number(value)),
  team: ({ team }, value, _me, teams) =>
    value === 'none'
      ? team === null
      : value === 'mine'
        ? team !== null && teams.has(team.id)
        : team?.id === Number(value),
  // The address has the assistant's number and the row its UUID; `isComparable` accounts for it.
  assistant_id: () => true,
  type: ({ type }, value) => type === value,
  mode: ({ ai_mode }, value) => ai_mode === value,
  labels: ({ labels }, value) =>
    value === 'none'
      ? labels.length === 0
      : value.split(',').every((id) => labels.some((label) => label.id === Number(id))),
  awaiting: ({ waiting_since }) => waiting_since !== null,
  needs_person: ({ needs_person }) => needs_person,
  ai_only: ({ is_ai_only }) => is_ai_only,
  unread: ({ unread }) => unread > 0,
  has_email: () => true,
  mentioned: () => true,
  date_from: ({ updated_at }, value) => updated_at.slice(0, 10) >= value,
  date_to: ({ updated_at }, value) => updated_at.slice(0, 10) <= value,
  // A row does not say when it started, or what reports count.
  started_from: () => true,
  started_to: () => true,
  started_hour: () => true,
  started_weekday: () => true,
  timezone: () => true,
  counted: () => true,
  q: () => true,
}

/** Filters that only the server can evaluate. */
const OF_SERVER = [
  'assistant_id',
  'has_email',
  'mentioned',
  'started_from',
  'started_to',
  'started_hour',
  'started_weekday',
  'counted',
  'q',
] as const satisfies readonly FilterName[]

/** A test conversation without messages is not listed. */
export const hasStarted = ({ type, message_count }: InboxItem): boolean =>
  type !== 'test' || message_count > 1

/**
 * Reports whether a row matches a filter, as far as can be determined locally.
 * @param teams ids of the operator's teams
 */
export function fits(item: InboxItem, filter: Filter, me: Me, teams: ReadonlySet<number>): boolean {
  return (
    hasStarted(item) &&
    // Checks only the filters that are set, because opening a view tests thousands of rows.
    (Object.keys(filter) as FilterName[]).every((name) => {
      const value = filter[name]
      return value === undefined || TESTS[name](item, value, me, teams)
    })
  )
}

/** Reports whether a filter can be evaluated locally, so that an unloaded row can be added. */
export const isComparable = (filter: Filter): boolean =>
  OF_SERVER.every((name) => filter[name] === undefined)
