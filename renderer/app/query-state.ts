import { computed } from '@preact/signals'
import type { Address } from './address.ts'

interface QueryStateOptions<value extends string> {
  /** Default value; it is never written to the address. */
  readonly fallback: value
  /** Valid values; any text if omitted. */
  readonly values?: readonly value[]
  /** Adds a history entry for every change: for filters and tabs, not for typed text. */
  readonly push?: boolean
}

/** A signal-like value that lives in a query parameter of the address. */
export interface QueryState<value extends string> {
  value: value
}

/** Keeps one value of a screen's state in the address. While another screen is open, the value is retained. */
export function queryState<value extends string>(
  address: Address,
  name: string,
  options: QueryStateOptions<value> & { readonly values: readonly value[] },
): QueryState<value>
export function queryState<value extends string = string>(
  address: Address,
  name: string,
  options: QueryStateOptions<NoInfer<value>>,
): QueryState<value>
export function queryState<value extends string>(
  address: Address,
  name: string,
  { fallback, values, push = false }: QueryStateOptions<value>,
): QueryState<value> {
  address.refresh()
  const home = screenOf(address.path.value)
  let last = fallback
  const current = computed(() => {
    if (screenOf(address.path.value) !== home) return last
    last = parse(new URLSearchParams(address.url.value.split('?')[1]).get(name))
    return last
  })

  function parse(text: string | null): value {
    if (text === null || (values && !(values as readonly string[]).includes(text))) return fallback
    return text as value
  }

  return {
    get value() {
      return current.value
    },
    set value(next: value) {
      if (screenOf(address.path.peek()) !== home) return
      address.setQuery({ [name]: next === fallback ? undefined : next }, { replace: !push })
    },
  }
}

/** `/app/calls/7` belongs to `/app/calls`. */
const screenOf = (path: string) => path.split('/').slice(0, 3).join('/')
