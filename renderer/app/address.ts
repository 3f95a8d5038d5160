import { computed, signal } from '@preact/signals'

/** Options of a navigation. */
export interface Arrival {
  /** Takes the place of the present address, so that Back leads past it. */
  readonly replace?: boolean
}

type Go = (url: string, replace?: boolean) => void

export type Address = ReturnType<typeof createAddress>

/** Current address of the app, for code outside of components; `queryState` keeps a screen's state in it. */
export function createAddress(read: () => string = ofPage, write: Go = toPage) {
  const url = signal(read())
  let leave: Go = write
  let mayLeave: (next: string) => boolean = () => true

  function go(next: string, { replace = false }: Arrival = {}): void {
    if (next === url.value || !mayLeave(next)) return
    url.value = next
    leave(next, replace)
  }

  return {
    /** Path and query. */
    url,
    path: computed(() => url.value.replace(/[?#].*$/, '')),
    go,
    /** Changes the query and leaves the path; `undefined` takes a parameter out. */
    setQuery(changes: Readonly<Record<string, string | undefined>>, arrival?: Arrival): void {
      const [path = '', search = ''] = url.value.split('?')
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      go(query.size > 0 ? `${path}?${query}` : path, arrival)
    },
    /** Asks before the app goes anywhere; returns the end of asking. */
    guard(ask: (next: string) => boolean): () => void {
      mayLeave = ask
      return () => {
        mayLeave = () => true
      }
    },
    /** The router moves from now on, and says where it is. */
    connect(route: Go): void {
      leave = route
    },
    /** Title of the current page. */
    refresh(): void {
      url.value = read()
    },
  }
}

/** An address that is not the page's, for tests. */
export function memoryAddress(start = '/app'): Address {
  let present = start
  return createAddress(
    () => present,
    (url) => {
      present = url
    },
  )
}

const ofPage = () => location.pathname + location.search

const toPage: Go = (url, replace) => {
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
}
