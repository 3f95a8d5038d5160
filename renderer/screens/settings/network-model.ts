import { type Signal, signal } from '@preact/signals'
import type { UserAccount } from '#contracts/accounts.ts'
import { ApiError } from '#contracts/client.ts'
import type { AllowedAddress, BlockedAddress, NetworkSettings } from '#contracts/network.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

/** An entry of one of the lists. */
interface Listed {
  readonly address: string
}

export type NetworkModel = ReturnType<typeof createNetworkModel>
export type AddressList<entry extends Listed> = ReturnType<typeof createList<entry>>

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
  const accounts = signal<readonly UserAccount[]>([])
  /** Id of the account for which the next address is allowed. */
  const account = signal<number>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      // Without the accounts the list is still worth seeing.
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
  /** Tells entries apart. */
  readonly keyOf: (entry: entry) => string
  readonly put: (address: string) => Promise<NetworkSettings>
  readonly drop: (entry: entry) => Promise<NetworkSettings>
  readonly restore: (entry: entry) => Promise<NetworkSettings>
}

/** A list of addresses, and the field that adds to it. */
function createList<entry extends Listed>(parts: ListParts<entry>) {
  const { settings, wanted = '', listed, keyOf, put, drop, restore } = parts
  const address = signal(wanted)
  const fault = signal<string>()
  const busy = signal(false)

  /** Puts one on the list and answers what it is called there. */
  async function include(text: string): Promise<string> {
    const before = new Set(settings.value && listed(settings.value).map(keyOf))
    settings.value = await put(text)
    const added = listed(settings.value).find((one) => !before.has(keyOf(one)))
    return added?.address ?? text.trim()
  }

  /** Rejects with a sentence. */
  async function change(answer: Promise<NetworkSettings>): Promise<void> {
    try {
      settings.value = await answer
    } catch (failure) {
      throw new Error(explain(failure))
    }
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
    remove: (one: entry) => change(drop(one)),
    /** Brings back one that was taken off; rejects with a sentence. */
    bringBack: (one: entry) => change(restore(one)),
  }
}
