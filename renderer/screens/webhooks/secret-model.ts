import { signal } from '@preact/signals'
import type { Call } from '#contracts/client.ts'
import { getWebhookSecret, rotateWebhookSecret, type WebhookSecret } from '#contracts/webhooks.ts'
import { explain } from '../../api.ts'

/** What webhooks are signed with. */
export function createSecretModel(call: Call) {
  const secret = signal<WebhookSecret>()
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      secret.value = await call(getWebhookSecret)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  void load()
  return {
    secret,
    error,
    load,
    /** Makes a new one; the one before signs, too, for a day. */
    async rotate(): Promise<void> {
      try {
        secret.value = await call(rotateWebhookSecret)
      } catch (failure) {
        throw new Error(explain(failure))
      }
    },
  }
}
