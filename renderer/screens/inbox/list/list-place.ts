import { computed } from '@preact/signals'
import type { Address } from '../../../app/address.ts'
import { type Filter, filterOf, keyOf } from '../../../app/inbox/filter.ts'

/** Position in the inbox according to the address: the list, and the open conversation. */
export function placeOf(address: Address) {
  const isInbox = () => address.path.value.startsWith('/app/inbox')
  let last: Filter = {}
  return {
    isInbox,
    filter: computed((): Filter => {
      if (!isInbox()) return last
      const next = filterOf(address.url.value)
      if (keyOf(next) !== keyOf(last)) last = next
      return last
    }),
    current: computed(() => /^\/app\/inbox\/([^/]+)/.exec(address.path.value)?.[1]),
  }
}
