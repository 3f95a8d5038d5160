import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { explain } from '../../../app/api.ts'

/** A service discovered on the server's machine, and the configured one it corresponds to, if any. */
interface FoundService {
  readonly provider_id: number | null
}

interface Requests<All, Service, Found, Key> {
  readonly list: () => Promise<All>
  readonly discover: () => Promise<{ readonly data: readonly Found[] }>
  readonly add: (key: Key) => Promise<{ readonly data: Service }>
  readonly remove: (id: number) => Promise<unknown>
  readonly keyOf: (found: Found) => Key
}

/** Services of one kind by URL and key, and discovered ones that can be added. */
export function createServiceList<
  All,
  Service extends { readonly id: number },
  Found extends FoundService,
  Key extends string | number,
>(requests: Requests<All, Service, Found, Key>) {
  const { keyOf } = requests
  const list = signal<All>()
  const error = signal<string>()
  /** Only the owner sets up services. */
  const isAllowed = signal(true)
  /** Services found by the last discovery. */
  const found = signal<readonly Found[]>()
  const isSearching = signal(false)
  /** Key of the service that is being added. */
  const adding = signal<Key>()
  const localError = signal<string>()
  /** The service to remove, pending confirmation. */
  const removing = signal<Service>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = await requests.list()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Discovers services on the server's machine. */
  async function search(): Promise<void> {
    if (isSearching.value) return
    isSearching.value = true
    localError.value = undefined
    try {
      found.value = (await requests.discover()).data
    } catch (failure) {
      localError.value = explain(failure)
    } finally {
      isSearching.value = false
    }
  }

  function setOwn(isIt: (one: Found) => boolean, provider_id: number | null): void {
    found.value = found.value?.map((one) => (isIt(one) ? { ...one, provider_id } : one))
  }

  /** Adds a discovered service with all its offers; true on success. */
  async function use(key: Key): Promise<boolean> {
    if (adding.value !== undefined) return false
    adding.value = key
    localError.value = undefined
    try {
      const { data } = await requests.add(key)
      setOwn((one) => keyOf(one) === key, data.id)
      await load()
      return true
    } catch (failure) {
      localError.value = explain(failure)
      return false
    } finally {
      adding.value = undefined
    }
  }

  /**
   * Removes a service; ignored if it is already gone.
   * @throws Error with a message for the dialog
   */
  async function remove({ id }: Service): Promise<void> {
    try {
      await requests.remove(id)
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 404))
        throw new Error(explain(failure))
    }
    setOwn(({ provider_id }) => provider_id === id, null)
    await load()
  }

  return {
    list,
    error,
    isAllowed,
    found,
    isSearching,
    adding,
    localError,
    removing,
    keyOf,
    load,
    search,
    use,
    remove,
  }
}
