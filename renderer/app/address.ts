import { computed, signal } from '@preact/signals'

/** Options of a navigation. */
export interface Arrival {
  /** Replaces the current history entry, so that Back skips it. */
  readonly replace?: boolean
}

type Go = (url: string, replace?: boolean) => void

export type Address = ReturnType<typeof createAddress>

/** Current address of the app, for code outside components; `queryState` keeps a screen's state in it. */
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
    /** Changes the query and keeps the path; `undefined` removes a parameter. */
    setQuery(changes: Readonly<Record<string, string | undefined>>, arrival?: Arrival): void {
      const [path = '', search = ''] = url.value.split('?')
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      go(query.size > 0 ? `${path}?${query}` : path, arrival)
    },
    /** Asks before every navigation away; returns a function that stops asking. */
    guard(ask: (next: string) => boolean): () => void {
      mayLeave = ask
      return () => {
        mayLeave = () => true
      }
    },
    /** Connects the router, which reports its location and navigates from now on. */
    connect(route: Go): void {
      leave = route
    },
    /** Takes the address from the page. */
    refresh(): void {
      url.value = read()
    },
    /**
     * Takes the address that Back or Forward led to. A guard may refuse it: the former address is then put back.
     * @returns false if it was refused, and the router must not see it
     */
    arrive(): boolean {
      const next = read()
      if (next === url.value) return true
      if (!mayLeave(next)) {
        write(url.value)
        return false
      }
      url.value = next
      return true
    },
  }
}

/** An in-memory address, for tests. */
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
