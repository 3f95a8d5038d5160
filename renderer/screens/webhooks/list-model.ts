import { type Signal, signal } from '@preact/signals'
import { DeliveryStatus, WebhookEvent } from '#contracts/enums.ts'
import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { type Api, explain } from '../../app/api.ts'
import { queryState } from '../../app/query-state.ts'
import { assistantOptions } from '../records/assistant-options.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'
import { deliveryOf } from './delivery-event.ts'

/** Dialogs of the list. */
const DIALOGS = ['', 'secret', 'rotate', 'replay'] as const
type DialogName = (typeof DIALOGS)[number]

/** Status filters: all failures, and each status. */
export const STATUSES = ['failed', ...DeliveryStatus.options] as const
const FAILED: readonly DeliveryStatus[] = ['dead', 'blocked', 'disabled']

export type WebhooksModel = ReturnType<typeof createWebhooksModel>

/** Scope of a replay: all failed deliveries that match. */
export type ReplayFilter = Partial<Record<'event' | 'assistant_id' | 'url', string>>

/** The list of webhooks and its open dialog. */
export function createWebhooksModel(deps: RecordsDeps) {
  const dialog = queryState<DialogName>(deps.address, 'dialog', {
    fallback: '',
    values: DIALOGS,
    push: true,
  })
  const list = createRecordsModel<WebhookDelivery, 'event' | 'status' | 'assistant_id' | 'url'>(
    deps,
    {
      name: 'webhooks',
      read: deps.api.listWebhookDeliveries,
      filters: {
        event: WebhookEvent.options,
        status: STATUSES,
        assistant_id: undefined,
        url: undefined,
      },
      hidden: ['assistant', 'id'],
      keyOf: ({ id }) => id,
      handleEvent(event, query) {
        const delivery = deliveryOf(event)
        if (!delivery) return undefined
        if (event.type === 'delivery.created')
          return fits(delivery, query) ? { kind: 'new' } : undefined
        return { kind: 'changed', key: delivery.id, change: delivery }
      },
    },
  )
  return { ...list, assistants: assistantOptions(deps.api), dialog }
}

/** Reports whether a new delivery matches the list's filters. */
export function fits(
  { event, status, assistant_id, url }: WebhookDelivery,
  query: Readonly<Record<string, string>>,
): boolean {
  const wanted = query['status']
  return (
    (!query['event'] || query['event'] === event) &&
    (!wanted || (wanted === 'failed' ? FAILED.includes(status) : wanted === status)) &&
    (!query['assistant_id'] || query['assistant_id'] === String(assistant_id)) &&
    (!query['url'] || query['url'] === url)
  )
}

/** Replay of failed deliveries, with their number for the confirmation. */
export function createReplayModel(api: Api, filter: ReplayFilter) {
  const count: Signal<number | undefined> = signal()
  const error = signal<string>()

  async function failed(more: ReplayFilter): Promise<number> {
    const set = Object.entries(more).filter(([, value]) => value !== '')
    const query = { ...Object.fromEntries(set), status: 'failed', per_page: 1 }
    return (await api.listWebhookDeliveries({ query })).total
  }

  async function load(): Promise<void> {
    try {
      // Requests made before a call are not replayed.
      const questions = filter.event ? 0 : await failed({ ...filter, event: 'inbound_call' })
      count.value =
        filter.event === 'inbound_call' ? 0 : Math.max(0, (await failed(filter)) - questions)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function replay(): Promise<number> {
    const { event, assistant_id, url } = filter
    try {
      const { replayed } = await api.replayFailedWebhooks({
        body: {
          ...(event && { event: event as Exclude<WebhookEvent, 'inbound_call'> }),
          ...(assistant_id && { assistant_id: Number(assistant_id) }),
          ...(url && { url }),
        },
      })
      return replayed
    } catch (failure) {
      throw new Error(explain(failure))
    }
  }

  void load()
  return { count, error, replay }
}
