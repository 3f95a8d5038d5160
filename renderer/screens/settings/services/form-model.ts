import { computed, signal } from '@preact/signals'
import { showRefusal } from '../../../app/api.ts'
import { createKeyEntry } from '../key-entry.ts'

/** A saved service. */
interface Saved {
  readonly id: number
  readonly name: string
  readonly base_url: string
  readonly has_key: boolean
  readonly is_enabled: boolean
}

/** A service being edited, regardless of what it offers. */
export type ServiceEntry = Pick<
  ReturnType<typeof createServiceEntry>,
  'saved' | 'name' | 'url' | 'secret' | 'isEnabled' | 'errors' | 'failure' | 'busy' | 'isTesting'
>

interface Options<Service, Row, Tested> {
  readonly saved: Service | undefined
  readonly rows: readonly Row[]
  /** The service's own id of a row's subject, unique among the rows. */
  readonly idOf: (row: Row) => string
  readonly newRow: (id: string) => Row
  /** Names found by a test. */
  readonly offers: (tested: Tested) => readonly string[]
}

/** Form for adding or editing a service by URL and key, with a connection test. */
export function createServiceEntry<Service extends Saved, Row, Tested>({
  saved,
  rows: first,
  idOf,
  newRow,
  offers,
}: Options<Service, Row, Tested>) {
  const name = signal(saved?.name ?? '')
  const url = signal(saved?.base_url ?? '')
  const secret = createKeyEntry(saved, url)
  const isEnabled = signal(saved?.is_enabled ?? true)
  const rows = signal(first)
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  const tested = signal<Tested>()
  const isTesting = signal(false)

  const has = (id: string): boolean => rows.value.some((row) => idOf(row) === id)

  async function attempt<value>(work: () => Promise<value>): Promise<value | undefined> {
    failure.value = undefined
    errors.value = {}
    try {
      return await work()
    } catch (error) {
      showRefusal(error, errors, failure)
      return undefined
    }
  }

  return {
    saved,
    name,
    url,
    secret,
    isEnabled,
    rows,
    errors,
    failure,
    busy,
    tested,
    isTesting,
    /** Offers of the service that are not in the list yet. */
    offered: computed(() => (tested.value ? offers(tested.value).filter((id) => !has(id)) : [])),
    /** The URL to send, with the key if a new one was entered. */
    address() {
      const key = secret.sent()
      return { base_url: url.value.trim(), ...(key !== undefined && { key }) }
    },
    /** Tests the entered values; one test at a time. */
    async tryOut(ask: () => Promise<Tested>): Promise<Tested | undefined> {
      if (isTesting.value) return undefined
      isTesting.value = true
      tested.value = undefined
      tested.value = await attempt(ask)
      isTesting.value = false
      return tested.value
    },
    /** Saves the service; resolves to the saved one. */
    async send(ask: () => Promise<{ readonly data: Service }>): Promise<Service | undefined> {
      busy.value = true
      const answer = await attempt(ask)
      busy.value = false
      return answer?.data
    },
    /** Adds rows for names that have none yet. */
    add(...ids: readonly string[]): void {
      const added = ids
        .map((id) => id.trim())
        .filter((id, at, all) => id !== '' && all.indexOf(id) === at && !has(id))
      rows.value = [...rows.value, ...added.map(newRow)]
    },
    change(at: number, change: Partial<Row>): void {
      rows.value = rows.value.map((row, index) => (index === at ? { ...row, ...change } : row))
    },
    remove(at: number): void {
      rows.value = rows.value.filter((_, index) => index !== at)
    },
  }
}
