import { signal } from '@preact/signals'
import type { ApiKey } from '#contracts/accounts.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

export type KeysModel = ReturnType<typeof createKeysModel>

interface NewKey {
  readonly name: string
  readonly token: string
}

/** The account's API keys. */
export function createKeysModel(api: Api) {
  const keys = signal<readonly ApiKey[]>()
  const error = signal<string>()
  const name = signal('')
  const nameError = signal<string>()
  const busy = signal(false)
  /** The key just created: its token is never shown again. */
  const made = signal<NewKey>()
  /** The key to revoke, pending confirmation. */
  const removing = signal<ApiKey>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      keys.value = (await api.listApiKeys()).api_keys
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function create(): Promise<void> {
    if (busy.value) return
    busy.value = true
    nameError.value = undefined
    try {
      const { api_key } = await api.createApiKey({ body: { name: name.value } })
      made.value = api_key
      name.value = ''
      await load()
    } catch (failure) {
      nameError.value = fieldErrors(failure)?.['name'] ?? explain(failure)
    } finally {
      busy.value = false
    }
  }

  /** Revokes the key after confirmation; true if it succeeded. */
  async function revoke(): Promise<boolean> {
    const key = removing.value
    if (!key || busy.value) return false
    busy.value = true
    try {
      await api.deleteApiKey({ params: { id: key.id } })
      keys.value = (keys.value ?? []).filter(({ id }) => id !== key.id)
      return true
    } catch (failure) {
      error.value = explain(failure)
      return false
    } finally {
      removing.value = undefined
      busy.value = false
    }
  }

  return { keys, error, name, nameError, busy, made, removing, load, create, revoke }
}
