import { signal } from '@preact/signals'
import type { WebhookSecret } from '#contracts/webhooks.ts'
import { type Api, explain } from '../../app/api.ts'

/** Signing secret of webhooks. */
export function createSecretModel(api: Api) {
  const secret = signal<WebhookSecret>()
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      secret.value = await api.getWebhookSecret()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  void load()
  return {
    secret,
    error,
    load,
    /** Rotates the secret; the previous one remains valid for a day. */
    async rotate(): Promise<void> {
      try {
        secret.value = await api.rotateWebhookSecret()
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
  }
}
