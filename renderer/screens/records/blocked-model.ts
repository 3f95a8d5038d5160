import { signal } from '@preact/signals'
import type { BlockedAssistant } from '#contracts/blocked-assistants.ts'
import type { Api } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'

/** Assistants that currently cannot answer, kept up to date by events. */
export function createBlockedModel(api: Api, live: Pick<Live, 'subscribe' | 'onResume'>) {
  const list = signal<readonly BlockedAssistant[]>([])

  /** Failures are silent: the underlying problem is also shown elsewhere. */
  async function load(): Promise<void> {
    try {
      list.value = (await api.listBlockedAssistants()).data
    } catch {
      // See above.
    }
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (type === 'notice.created' || type === 'notice.deleted') void load()
    if (type === 'message.updated' && data.message.status === 'failed') void load()
  }

  const unsubscribe = [live.subscribe(handleEvent), live.onResume(() => void load())]
  return {
    list,
    load,
    stop: () => {
      for (const each of unsubscribe) each()
    },
  }
}

const PLACES: Readonly<Record<BlockedAssistant['reason'], (id: number) => string>> = {
  no_model: (id) => `/app/assistants/${id}#section-thinking`,
  no_provider: () => '/app/settings/models',
  key_refused: () => '/app/settings/models',
  day_spent: (id) => `/app/assistants/${id}#section-budget`,
  month_spent: () => '/app/settings/budgets',
  no_balance: () => '/app/balance',
}

/** Path of the screen on which the reason can be resolved. */
export const placeOfBlocked = ({ id, reason }: Pick<BlockedAssistant, 'id' | 'reason'>): string =>
  PLACES[reason](id)
