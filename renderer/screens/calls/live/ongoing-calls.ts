import { signal } from '@preact/signals'
import type { Call } from '#contracts/calls.ts'
import type { Api } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'

interface Needs {
  readonly api: Pick<Api, 'listCalls'>
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Maximum number shown; the limit of concurrent calls. */
const MAX_CALLS = 50

/** The account's calls in progress, newest first, kept up to date by the stream. */
export function createOngoingCalls({ api, live }: Needs) {
  const calls = signal<readonly Call[]>([])
  /** Calls reported by the stream during the request; their state is newer. */
  let streamed = new Map<number, Call | undefined>()

  async function load(): Promise<void> {
    streamed = new Map()
    const newer = streamed
    try {
      const query = { status: 'in-progress', per_page: String(MAX_CALLS) } as const
      const { data } = await api.listCalls({ query })
      if (newer !== streamed) return
      calls.value = data
      for (const [id, call] of [...newer]) put(id, call)
    } catch {
      // The list of calls reports such failures.
    }
  }

  /** Stores a changed call; undefined removes it. */
  function put(id: number, call: Call | undefined): void {
    streamed.set(id, call)
    const others = calls.value.filter((one) => one.id !== id)
    const isOn = call?.status === 'in-progress'
    calls.value = isOn ? [call, ...others].sort((one, other) => other.id - one.id) : others
  }

  const stops = [
    live.subscribe((event) => {
      if (event.type === 'call.created' || event.type === 'call.updated')
        put(event.data.id, event.data)
      else if (event.type === 'call.deleted') put(event.data.id, undefined)
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    calls,
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
