import { computed } from '@preact/signals'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import type { Address } from '../../../app/address.ts'
import { type Filter, queryInView, queryOf, savedFilter } from '../../../app/inbox/filter.ts'
import type { Preferences } from '../../../app/preferences.ts'
import type { placeOf } from './list-place.ts'

interface Needs {
  readonly address: Pick<Address, 'setQuery'>
  readonly preferences: Pick<Preferences, 'inboxSort'>
  readonly place: Pick<ReturnType<typeof placeOf>, 'filter' | 'view' | 'sort' | 'isInbox'>
}

/** Changes of the list's filters and order, which the address keeps. */
export function createNarrowing({ address, preferences, place }: Needs) {
  const { filter, view, sort } = place

  /** Changes the filter; the open conversation stays open. */
  function narrow(next: Filter, isTyped = false): void {
    const open = view.peek()
    const query = open
      ? queryInView(open, next)
      : { ...queryOf(next), view: undefined, sort: undefined }
    address.setQuery(query, { replace: isTyped })
  }

  return {
    narrow,
    /** Sets or removes one filter. */
    set(name: keyof Filter, value: string | undefined): void {
      const { [name]: _, ...rest } = filter.value
      narrow(value === undefined ? rest : { ...rest, [name]: value })
    },
    /** Opens a saved view next to the open conversation; does nothing after the inbox has been left. */
    open(id: number): void {
      const plain = { ...queryOf({ state: 'open' }), sort: undefined }
      if (place.isInbox()) address.setQuery({ ...plain, view: String(id) })
    },
    /** Order of the open view, or else the operator's own. */
    sort: computed(() => sort.value ?? preferences.inboxSort.value),
    /** Changes the order: of the open view, without saving it, or else of every list. */
    sortBy(next: InboxSort): void {
      const open = view.peek()
      if (open) address.setQuery({ sort: next === open.sort ? undefined : next })
      else preferences.inboxSort.value = next
    },
    /** Shows the open view as it was saved. */
    reset(): void {
      const open = view.peek()
      if (open) address.setQuery({ ...queryInView(open, savedFilter(open)), sort: undefined })
    },
  }
}
