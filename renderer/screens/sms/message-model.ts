import { signal } from '@preact/signals'
import type { SmsDetail } from '#contracts/sms.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** A text message, kept up to date. */
export function createMessageModel({ api, live }: Deps, id: number) {
  const message = signal<SmsDetail>()
  const error = signal<string>()

  async function load(): Promise<void> {
    try {
      message.value = await api.getSms({ params: { id } })
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  const stops = [
    live.subscribe((event) => {
      if (event.type === 'sms.updated' && event.data.id === id) void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    message,
    error,
    load,
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
