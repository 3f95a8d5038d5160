import { computed, type ReadonlySignal } from '@preact/signals'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Address } from '../../../app/address.ts'
import {
  FILTER_NAMES,
  type Filter,
  filterOf,
  keyOf,
  savedFilter,
} from '../../../app/inbox/filter.ts'
import { ORDERS } from '../../../app/inbox/order.ts'

/** The saved views that this operator sees. */
export interface KnownViews {
  readonly saved: ReadonlySignal<readonly InboxView[]>
  readonly isLoaded: ReadonlySignal<boolean>
}

const parametersOf = (url: string) => new URLSearchParams(url.split('?')[1])

/** Id of the saved view in an address; 0, which no view has, for anything but a number. */
function viewIdOf(url: string): number | undefined {
  const id = parametersOf(url).get('view')
  if (id === null) return undefined
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

function hasFilter(url: string): boolean {
  const query = parametersOf(url)
  return FILTER_NAMES.some((name) => query.has(name))
}

function sortIn(url: string): InboxSort | undefined {
  const sort = parametersOf(url).get('sort')
  return sort !== null && sort in ORDERS ? (sort as InboxSort) : undefined
}

const OF_LIST: readonly string[] = ['view', 'sort', ...FILTER_NAMES]

/** Part of an address that says which list it shows. */
function listQueryOf(url: string): string {
  const query = parametersOf(url)
  for (const name of [...query.keys()]) if (!OF_LIST.includes(name)) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/** Id of the conversation that a path opens in the inbox. */
export const conversationAt = (path: string): string | undefined =>
  /^\/app\/inbox\/([^/]+)/.exec(path)?.[1]

/**
 * Position in the inbox according to the address: the list, and the open conversation. Filters beside a saved view are
 * changes of it that are not saved.
 */
export function placeOf(address: Address, views: KnownViews) {
  const isInbox = () => address.path.value.startsWith('/app/inbox')
  let lastUrl = '/app/inbox'
  let last: Filter = {}
  const url = computed(() => {
    if (isInbox()) lastUrl = address.url.value
    return lastUrl
  })
  const id = computed(() => viewIdOf(url.value))
  const view = computed(() => views.saved.value.find((one) => one.id === id.value))
  const filter = computed((): Filter => {
    const open = view.value
    const next = open && !hasFilter(url.value) ? savedFilter(open) : filterOf(url.value)
    if (keyOf(next) !== keyOf(last)) last = next
    return last
  })
  const listed = computed(() =>
    id.value === undefined || view.value !== undefined ? filter.value : undefined,
  )
  const changedSort = computed(() => (view.value ? sortIn(url.value) : undefined))
  return {
    isInbox,
    filter,
    /** The saved view that is open. */
    view,
    /** The filter, or undefined while the address names a view that is not known. */
    listed,
    /** True if the address names a view that does not exist, or that this operator does not see. */
    isMissing: computed(() => listed.value === undefined && views.isLoaded.value),
    /** True if the filters or the order are not those that the open view has saved. */
    isAltered: computed(() => {
      const open = view.value
      if (!open) return false
      const sort = changedSort.value
      return (
        keyOf(filter.value) !== keyOf(savedFilter(open)) ||
        (sort !== undefined && sort !== open.sort)
      )
    }),
    /** Order of the open view; undefined for the operator's own. */
    sort: computed(() => changedSort.value ?? view.value?.sort ?? undefined),
    /** Query of the list, to go back to it. */
    query: computed(() => listQueryOf(url.value)),
    current: computed(() => conversationAt(address.path.value)),
  }
}
