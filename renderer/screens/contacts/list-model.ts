import { computed, effect, signal } from '@preact/signals'
import type { Contact } from '#contracts/contacts.ts'
import type { Page } from '#contracts/page.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'
import { queryState } from '../../app/query-state.ts'
import { type Keep, storedJson } from '../../app/storage.ts'
import { keepPlace } from '../records/way-back.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly address: Address
  readonly storage: Keep
}

/** Columns hidden by default. */
const HIDDEN: readonly string[] = ['assistant', 'language', 'browser', 'first_seen']

/** Debounce of requests while typing, ms. */
const PAUSE = 200
/** Debounce of reloads after events, ms. */
const DEBOUNCE_MS = 1000

export type ContactsModel = ReturnType<typeof createContactsModel>

/** The list of contacts; its filters are in the address, and the stream keeps it up to date. */
export function createContactsModel({ api, live, address, storage }: Needs) {
  const search = queryState(address, 'q', { fallback: '' })
  const shown = queryState(address, 'show', {
    fallback: 'all',
    values: ['all', 'online'],
    push: true,
  })
  const sort = queryState(address, 'sort', {
    fallback: 'last_seen',
    values: ['last_seen', 'name'],
    push: true,
  })
  const number = queryState<string>(address, 'page', { fallback: '1', push: true })
  const page = signal<Page<Contact>>()
  const onlineTotal = signal(0)
  const error = signal<string>()
  const isBusy = signal(false)
  const hidden = storedJson(storage, 'parley.columns.contacts', asNames, HIDDEN)
  /** Filters and order of the list, shared by paging and export. */
  const narrowed = computed(
    (): Readonly<Record<string, string>> => ({
      ...(search.value.trim() !== '' && { search: search.value }),
      ...(shown.value === 'online' && { online: '1' }),
      ...(sort.value === 'name' && { sort: 'name' }),
    }),
  )
  const query = computed(() => ({ ...narrowed.value, page: number.value }))
  const { value: path } = address.path
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const turn = ++asked
    isBusy.value = true
    try {
      const { online_total, ...found } = await api.listContacts({ query: query.peek() })
      if (turn !== asked) return
      page.value = found
      onlineTotal.value = online_total
      error.value = undefined
    } catch (failure) {
      if (turn === asked) error.value = explain(failure)
    } finally {
      if (turn === asked) isBusy.value = false
    }
  }

  function soon(ms: number): void {
    timer ??= setTimeout(() => void load(), ms)
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (type === 'contact.updated') change(data.id, data)
    else if (type === 'visiting')
      change(data.visitor_id, { page_url: data.url, page_title: data.title })
    else if (type === 'presence') {
      change(data.visitor_id, { online: data.online })
      soon(DEBOUNCE_MS)
    } else if (type === 'contact.deleted') drop(data.id)
    else if (type === 'conversation.created') soon(DEBOUNCE_MS)
  }

  /** The reload fills the gap from the next page. */
  function drop(id: string): void {
    const known = page.value
    if (!known?.data.some((contact) => contact.id === id)) return
    page.value = { ...known, data: known.data.filter((contact) => contact.id !== id) }
    soon(DEBOUNCE_MS)
  }

  function change(id: string, details: Partial<Contact>): void {
    const known = page.value
    if (!known?.data.some((contact) => contact.id === id)) return
    const changed = known.data.map((contact) =>
      contact.id === id ? { ...contact, ...details } : contact,
    )
    page.value = { ...known, data: changed }
  }

  let isFirst = true
  const stop = [
    live.subscribe(handleEvent),
    live.onResume(() => void load()),
    effect(() => {
      if (address.url.value && address.path.value === path) keepPlace(address)
    }),
    effect(() => {
      void query.value
      if (isFirst) void load()
      else {
        clearTimeout(timer)
        timer = undefined
        soon(PAUSE)
      }
      isFirst = false
    }),
  ]

  return {
    search,
    shown,
    sort,
    page,
    onlineTotal,
    narrowed,
    hidden,
    error,
    isBusy,
    load,
    /** Changes the filter and goes to the first page. */
    narrow(change: Record<string, string | undefined>, isTyped = false): void {
      address.setQuery({ ...change, page: undefined }, { replace: isTyped })
    },
    open: (next: number) => {
      number.value = String(next)
    },
    stop(): void {
      asked += 1
      clearTimeout(timer)
      for (const end of stop) end()
    },
  }
}

function asNames(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}
