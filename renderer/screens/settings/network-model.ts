import { type Signal, signal } from '@preact/signals'
import type { UserAccount } from '#contracts/accounts.ts'
import { ApiError } from '#contracts/client.ts'
import type { AllowedAddress, BlockedAddress, NetworkSettings } from '#contracts/network.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

/** An entry of an address list. */
interface Listed {
  readonly address: string
}

export type NetworkModel = ReturnType<typeof createNetworkModel>
export type AddressList<entry extends Listed> = ReturnType<typeof createList<entry>>

/** Addresses suggested by another page. */
interface Wanted {
  readonly allow?: string
  readonly block?: string
}

/** Private addresses that this server may call, and blocked visitor addresses. */
export function createNetworkModel(api: Api, wanted: Wanted = {}) {
  const settings = signal<NetworkSettings>()
  const error = signal<string>()
  /** Only the owner may see the lists. */
  const isAllowed = signal(true)
  const accounts = signal<readonly UserAccount[]>([])
  /** Id of the account to allow the next address for. */
  const account = signal<number>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      // The list is useful even without account names.
      const names = api.listUsers().then(
        ({ data }) => data,
        () => [],
      )
      const [network, users] = await Promise.all([api.getNetwork(), names])
      accounts.value = users
      account.value ??= users.find(({ is_owner }) => is_owner)?.id
      settings.value = network
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  const allow = (address: string, user_id: number | undefined) =>
    api.allowAddress({ body: { address, ...(user_id && { user_id }) } })
  const block = (address: string) => api.blockAddress({ body: { address } })

  void load()
  return {
    settings,
    error,
    isAllowed,
    load,
    accounts,
    account,
    allowed: createList<AllowedAddress>({
      settings,
      wanted: wanted.allow,
      listed: ({ allowed }) => allowed,
      keyOf: ({ user_id, address }) => `${user_id} ${address}`,
      put: (address) => allow(address, account.value),
      drop: ({ address, user_id }) =>
        api.disallowAddress({ params: { address }, query: { user_id } }),
      restore: ({ address, user_id }) => allow(address, user_id),
    }),
    blocked: createList<BlockedAddress>({
      settings,
      wanted: wanted.block,
      listed: ({ blocked }) => blocked,
      keyOf: ({ address }) => address,
      put: block,
      drop: ({ address }) => api.unblockAddress({ params: { address } }),
      restore: ({ address }) => block(address),
    }),
  }
}

interface ListParts<entry> {
  readonly settings: Signal<NetworkSettings | undefined>
  readonly wanted: string | undefined
  readonly listed: (settings: NetworkSettings) => readonly entry[]
  /** Key of an entry. */
  readonly keyOf: (entry: entry) => string
  readonly put: (address: string) => Promise<NetworkSettings>
  readonly drop: (entry: entry) => Promise<NetworkSettings>
  readonly restore: (entry: entry) => Promise<NetworkSettings>
}

/** A list of addresses with a field to add one. */
function createList<entry extends Listed>(parts: ListParts<entry>) {
  const { settings, wanted = '', listed, keyOf, put, drop, restore } = parts
  const address = signal(wanted)
  const fault = signal<string>()
  const busy = signal(false)

  /** Adds an address and resolves to its normalized form. */
  async function include(text: string): Promise<string> {
    const before = new Set(settings.value && listed(settings.value).map(keyOf))
    settings.value = await put(text)
    const added = listed(settings.value).find((one) => !before.has(keyOf(one)))
    return added?.address ?? text.trim()
  }

  async function change(answer: Promise<NetworkSettings>): Promise<void> {
    settings.value = await answer
  }

  return {
    address,
    fault,
    busy,
    /** Adds the typed address and resolves to its normalized form; input is kept on failure. */
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
    /** Removes an entry. */
    remove: (one: entry) => change(drop(one)),
    /** Restores a removed entry. */
    bringBack: (one: entry) => change(restore(one)),
  }
}
