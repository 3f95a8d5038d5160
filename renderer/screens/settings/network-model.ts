import { type Signal, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { NetworkSettings } from '#contracts/network.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

export type AddressList = ReturnType<typeof createList>

/** Addresses that another page proposes for the lists. */
interface Wanted {
  readonly allow?: string
  readonly block?: string
}

/** Private addresses that this server may call, and the addresses whose visitors it does not let in. */
export function createNetworkModel(api: Api, wanted: Wanted = {}) {
  const settings = signal<NetworkSettings>()
  const error = signal<string>()
  /** Only the owner is told. */
  const isAllowed = signal(true)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      settings.value = await api.getNetwork()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  void load()
  return {
    settings,
    error,
    isAllowed,
    load,
    allowed: createList({
      settings,
      wanted: wanted.allow,
      listed: ({ allowed }) => allowed.map(({ address }) => address),
      put: (address) => api.allowAddress({ body: { address } }),
      drop: (address) => api.disallowAddress({ params: { address } }),
    }),
    blocked: createList({
      settings,
      wanted: wanted.block,
      listed: ({ blocked }) => blocked.map(({ address }) => address),
      put: (address) => api.blockAddress({ body: { address } }),
      drop: (address) => api.unblockAddress({ params: { address } }),
    }),
  }
}

interface ListParts {
  readonly settings: Signal<NetworkSettings | undefined>
  readonly wanted: string | undefined
  readonly listed: (settings: NetworkSettings) => readonly string[]
  readonly put: (address: string) => Promise<NetworkSettings>
  readonly drop: (address: string) => Promise<NetworkSettings>
}

/** A list of addresses, and the field that adds to it. */
function createList({ settings, wanted = '', listed, put, drop }: ListParts) {
  const address = signal(wanted)
  const fault = signal<string>()
  const busy = signal(false)

  /** Puts one on the list and answers what it is called there. */
  async function include(text: string): Promise<string> {
    const before = new Set(settings.value && listed(settings.value))
    settings.value = await put(text)
    return listed(settings.value).find((one) => !before.has(one)) ?? text.trim()
  }

  return {
    address,
    fault,
    busy,
    /** Adds what is typed and answers its name; what was typed stays when it is refused. */
    async add(): Promise<string | undefined> {
      if (busy.value) return undefined
      busy.value = true
      fault.value = undefined
      try {
        const added = await include(address.value)
        address.value = ''
        return added
      } catch (failure) {
        fault.value = fieldErrors(failure)?.['address'] ?? explain(failure)
        return undefined
      } finally {
        busy.value = false
      }
    },
    /** Takes one off the list; rejects with a sentence. */
    async remove(name: string): Promise<void> {
      try {
        settings.value = await drop(name)
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
    /** Brings back one that was taken off. */
    async bringBack(name: string): Promise<void> {
      try {
        await include(name)
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
  }
}
