import { signal } from '@preact/signals'
import type { IdentitySecret } from '#contracts/identity.ts'
import { type Api, explain } from '../../app/api.ts'

export type IdentityModel = ReturnType<typeof createIdentityModel>

/** The secret with which a website signs identities; loaded only when revealed. */
export function createIdentityModel(api: Api, id: number) {
  const params = { id }
  const secret = signal<IdentitySecret>()
  const error = signal<string>()
  const busy = signal(false)

  async function show(): Promise<void> {
    if (busy.value) return
    busy.value = true
    error.value = undefined
    try {
      secret.value = await api.getIdentitySecret({ params })
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      busy.value = false
    }
  }

  return {
    /** Undefined while it is hidden. */
    secret,
    error,
    busy,
    show,
    hide(): void {
      secret.value = undefined
    },
    /** Rotates the secret; rejects with the reason on failure. */
    async rotate(): Promise<void> {
      try {
        secret.value = await api.rotateIdentitySecret({ params })
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
  }
}
