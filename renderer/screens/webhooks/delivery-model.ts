import { effect, signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getWebhookDelivery, WebhookAttempt } from '#contracts/webhooks.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { createOneRecord } from '../records/one-record.ts'
import { deliveryOf } from './delivery-event.ts'
import { canSign, isSigned, type Received } from './signature.ts'

/** A webhook delivery with its body and all attempts. */
export type WholeDelivery = ReplyOf<typeof getWebhookDelivery>

export type DeliveryModel = ReturnType<typeof createDeliveryModel>

/** Result of checking an attempt's signature. */
export type SignatureStatus = 'right' | 'not-now' | 'none'

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** A webhook delivery, kept up to date, with the validity of its signatures. */
export function createDeliveryModel({ api, live }: Deps, id: string) {
  const {
    record: delivery,
    error,
    isGone,
    load,
  } = createOneRecord(() => api.getWebhookDelivery({ params: { id } }))
  const busy = signal(false)
  const secret = signal<string>()
  const secretError = signal<string>()
  const signatureStatuses = signal<Readonly<Record<number, SignatureStatus>>>({})

  async function loadSecret(): Promise<void> {
    try {
      secret.value = (await api.getWebhookSecret()).secret
      secretError.value = undefined
    } catch (failure) {
      secretError.value = explain(failure)
    }
  }

  async function judge(whole: WholeDelivery, key: string): Promise<void> {
    const found = await Promise.all(
      whole.log.map(async (attempt) => [
        attempt.number,
        await signatureStatusOf(whole, attempt, key),
      ]),
    )
    if (delivery.peek() === whole) signatureStatuses.value = Object.fromEntries(found)
  }

  async function replay(): Promise<void> {
    busy.value = true
    try {
      await api.replayWebhookDelivery({ params: { id } })
      await load()
    } catch (failure) {
      throw new Error(explain(failure))
    } finally {
      busy.value = false
    }
  }

  const stops = [
    effect(() => {
      if (delivery.value && secret.value && canSign()) void judge(delivery.value, secret.value)
    }),
    live.subscribe((event) => {
      if (deliveryOf(event)?.id === id) void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()
  void loadSecret()

  return {
    delivery,
    error,
    isGone,
    busy,
    secret,
    secretError,
    signatureStatuses,
    load,
    loadSecret,
    replay,
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

async function signatureStatusOf(
  delivery: WholeDelivery,
  attempt: WebhookAttempt,
  secret: string,
): Promise<SignatureStatus> {
  const received = receivedOf(delivery, attempt)
  if (received.signature === '') return 'none'
  return (await isSigned(secret, received)) ? 'right' : 'not-now'
}

/** An attempt as its receiver saw it. */
export function receivedOf({ body }: WholeDelivery, { request_headers }: WebhookAttempt): Received {
  const headers = Object.fromEntries(
    Object.entries(request_headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    id: headers['webhook-id'] ?? '',
    timestamp: headers['webhook-timestamp'] ?? '',
    signature: headers['webhook-signature'] ?? '',
    body,
  }
}
