import { computed, effect, signal, untracked } from '@preact/signals'
import type { Page } from '#contracts/page.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'
import { queryState } from '../../app/query-state.ts'
import { type Keep, storedJson } from '../../app/storage.ts'
import type { Dates } from '../../ui/date-presets.ts'
import { keepPlace } from './way-back.ts'

/** Dependencies of a list. */
export interface RecordsDeps {
  readonly api: Api
  readonly address: Address
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly storage: Keep
}

interface PageRequest {
  readonly query: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Configuration of one list. */
export interface RecordsSpec<item, filter extends string> {
  /** Storage key of its columns. */
  readonly name: string
  /** Loads a page. */
  readonly read: (input: PageRequest) => Promise<Page<item>>
  /** Query parameters of the filters besides `date_from` and `date_to`, with their values if they are enumerated. */
  readonly filters: Readonly<Record<filter, readonly string[] | undefined>>
  /** Columns hidden by default. */
  readonly hidden?: readonly string[]
  readonly keyOf: (item: item) => string | number
  /** Effect of an event on the list: a new row, or a changed or deleted one. */
  readonly handleEvent?: (
    event: LiveEvent,
    query: Readonly<Record<string, string>>,
  ) => RowChange<item> | undefined
}

/** Change to the rows of a list. */
export type RowChange<item> =
  | { readonly kind: 'new'; readonly count?: number }
  | { readonly kind: 'changed'; readonly key: string | number; readonly change: Partial<item> }
  | { readonly kind: 'gone'; readonly key: string | number }

export type RecordsModel<item, filter extends string = string> = ReturnType<
  typeof createRecordsModel<item, filter>
>

/** Page sizes, rows. */
export const PER_PAGE = ['25', '50', '100'] as const

/** A list of records: filters and page are in the address, and rows follow the stream without moving. */
export function createRecordsModel<item, filter extends string>(
  { address, live, storage }: Omit<RecordsDeps, 'api'>,
  spec: RecordsSpec<item, filter>,
) {
  const { name, read, keyOf } = spec
  const names = Object.keys(spec.filters) as filter[]
  const state = (parameter: string, values?: readonly string[], fallback = '') =>
    queryState(address, parameter, {
      fallback,
      push: true,
      ...(values && { values: [...values, fallback] }),
    })
  const filters = Object.fromEntries(
    names.map((filter) => [filter, state(filter, spec.filters[filter])]),
  ) as Record<filter, { value: string }>
  const from = state('date_from')
  const to = state('date_to')
  const number = state('page', undefined, '1')
  const perPage = state('per_page', PER_PAGE, PER_PAGE[0])

  const page = signal<Page<item>>()
  const error = signal<string>()
  const busy = signal(false)
  /** Number of rows added since the list was loaded. */
  const fresh = signal(0)
  const hidden = storedJson<readonly string[]>(
    storage,
    `parley.columns.${name}`,
    asNames,
    spec.hidden ?? [],
  )

  const query = computed((): Record<string, string> => {
    const entries: [string, string][] = [
      ...names.map((filter): [string, string] => [filter, filters[filter].value]),
      ['date_from', from.value],
      ['date_to', to.value],
    ]
    return Object.fromEntries(entries.filter(([, value]) => value !== ''))
  })
  const isFiltered = computed(() => Object.keys(query.value).length > 0)

  const path = address.path.peek()
  let asked = new AbortController()
  /** True if a row arrived while the list was loading. */
  let isBehind = false
  /** Changes that arrived while the list was loading: the response may be older. */
  let meanwhile: RowChange<item>[] = []

  async function load(): Promise<void> {
    asked.abort()
    asked = new AbortController()
    const { signal: mine } = asked
    busy.value = true
    isBehind = false
    meanwhile = []
    try {
      const answer = await read({
        query: { ...query.value, page: number.value, per_page: perPage.value },
        signal: mine,
      })
      if (mine.aborted) return
      page.value = answer
      error.value = undefined
      fresh.value = 0
      for (const rowChange of meanwhile) take(rowChange)
    } catch (failure) {
      if (mine.aborted) return
      error.value = explain(failure)
    } finally {
      if (!mine.aborted) busy.value = false
    }
    // A response from before the first row existed would leave the list empty.
    if (!mine.aborted && isBehind && page.value?.total === 0) await load()
  }

  /** Changes filters and goes back to the first page. */
  function narrow(changes: Readonly<Record<string, string>>): void {
    const cleared = Object.entries(changes).map(([key, value]) => [key, value || undefined])
    address.setQuery({ ...Object.fromEntries(cleared), page: undefined })
  }

  function handleEvent(event: LiveEvent): void {
    const rowChange = spec.handleEvent?.(event, query.value)
    if (!rowChange) return
    if (busy.value && rowChange.kind !== 'new') meanwhile.push(rowChange)
    take(rowChange)
  }

  function take(rowChange: RowChange<item>): void {
    switch (rowChange.kind) {
      case 'new':
        // New rows are from today, so a list that ends earlier has none.
        if (to.value && to.value < new Date().toISOString().slice(0, 10)) return
        isBehind = busy.value
        // In an empty list nothing can move.
        if (page.value?.total === 0) void load()
        else fresh.value += rowChange.count ?? 1
        return
      case 'changed':
        change(rowChange.key, rowChange.change)
        return
      case 'gone':
        drop(rowChange.key)
    }
  }

  function change(key: string | number, values: Partial<item>): void {
    if (page.value) page.value = changed(page.value, (row) => keyOf(row) === key, values)
  }

  function drop(key: string | number): void {
    if (page.value) page.value = without(page.value, (row) => keyOf(row) === key)
  }

  const stops = [
    effect(() => {
      if (address.url.value && address.path.value === path) keepPlace(address)
    }),
    effect(() => {
      // Reads the query, so that a change of the address reloads.
      query.value
      number.value
      perPage.value
      untracked(() => void load())
    }),
    live.subscribe(handleEvent),
    live.onResume(() => void load()),
  ]

  return {
    name,
    page,
    error,
    busy,
    fresh,
    filters,
    dates: computed((): Dates => ({ from: from.value || null, to: to.value || null })),
    perPage,
    hidden,
    query,
    isFiltered,
    load,
    narrow,
    setDates: (dates: Dates) => narrow({ date_from: dates.from ?? '', date_to: dates.to ?? '' }),
    clear: () =>
      narrow(Object.fromEntries([...names, 'date_from', 'date_to'].map((one) => [one, '']))),
    open: (next: number) => {
      number.value = String(next)
    },
    /** Shows the new rows. */
    showFresh(): void {
      if (number.value === '1') void load()
      else number.value = '1'
    },
    /** Removes a row that has just been deleted here. */
    drop,
    stop(): void {
      asked.abort()
      for (const stop of stops) stop()
    },
  }
}

function changed<item>(
  page: Page<item>,
  isIt: (row: item) => boolean,
  values: Partial<item>,
): Page<item> {
  if (!page.data.some(isIt)) return page
  return { ...page, data: page.data.map((row) => (isIt(row) ? { ...row, ...values } : row)) }
}

function without<item>(page: Page<item>, isIt: (row: item) => boolean): Page<item> {
  const data = page.data.filter((row) => !isIt(row))
  return { ...page, data, total: page.total - (page.data.length - data.length) }
}

function asNames(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}
