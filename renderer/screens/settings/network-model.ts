import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { NetworkSettings } from '#contracts/network.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

export type NetworkModel = ReturnType<typeof createNetworkModel>

/** Which private addresses this server may call. */
export function createNetworkModel(api: Api, wanted = '') {
  const settings = signal<NetworkSettings>()
  const error = signal<string>()
  /** Only the owner is told. */
  const isAllowed = signal(true)
  const address = signal(wanted)
  const fault = signal<string>()
  const busy = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      settings.value = await api.getNetwork()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Puts one on the list; what it is called there, or nothing when it was refused. */
  async function allow(text: string): Promise<string | undefined> {
    const before = new Set(settings.value?.allowed.map((one) => one.address))
    settings.value = await api.allowAddress({ body: { address: text } })
    const added = settings.value.allowed.find((one) => !before.has(one.address))
    return added?.address ?? text.trim()
  }

  void load()
  return {
    settings,
    error,
    isAllowed,
    address,
    fault,
    busy,
    load,
    /** Adds what is typed; what was typed stays when it is refused. */
    async add(): Promise<string | undefined> {
      if (busy.value) return undefined
      busy.value = true
      fault.value = undefined
      try {
        const added = await allow(address.value)
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
    async remove(listed: string): Promise<void> {
      try {
        settings.value = await api.disallowAddress({ params: { address: listed } })
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
    /** Brings back one that was taken off. */
    async bringBack(listed: string): Promise<void> {
      try {
        await allow(listed)
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
  }
}
