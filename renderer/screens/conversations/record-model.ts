import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'

export type ConversationRecordModel = ReturnType<typeof createConversationRecordModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Debounce of reloads, ms: events of a conversation often come in bursts. */
const PAUSE = 300

/** A conversation as a read-only record, kept up to date. */
export function createConversationRecordModel({ api, live }: Deps, id: string) {
  const conversation = signal<ConversationDetail>()
  /** Outcome extracted at the end; undefined if extraction is not configured. */
  const extracted = signal<JsonObject>()
  const error = signal<string>()
  const isGone = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    try {
      const found = await api.getConversation({ params: { uuid: id } })
      conversation.value = found
      error.value = undefined
      await loadExtracted(found)
    } catch (failure) {
      isGone.value = failure instanceof ApiError && failure.status === 404
      error.value = explain(failure)
    }
  }

  async function loadExtracted({ outcome, webhook_deliveries }: ConversationDetail): Promise<void> {
    if (outcome && Object.keys(outcome.extracted).length > 0) {
      extracted.value = outcome.extracted
      return
    }
    const end = webhook_deliveries.find(({ event }) => event === 'conversation_ended')
    if (!end) return
    const { payload } = await api.getWebhookDelivery({ params: { id: end.id } })
    const { extracted_variables: values } = payload
    if (values instanceof Object && !Array.isArray(values)) extracted.value = values
  }

  function loadSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void load(), PAUSE)
  }

  const stops = [
    live.subscribe((event) => {
      if (event.type === 'conversation.updated' && event.data.id === id) loadSoon()
      if (event.type === 'conversation.outcome' && event.data.conversation_id === id) loadSoon()
      if (event.type === 'conversation.deleted' && event.data.id === id) loadSoon()
      if (event.type === 'message.created' && event.data.conversation_id === id) loadSoon()
    }),
    live.onResume(loadSoon),
  ]
  void load()

  return {
    conversation,
    extracted,
    error,
    isGone,
    load,
    stop(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
