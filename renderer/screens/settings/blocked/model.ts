import { signal } from '@preact/signals'
import type { Block } from '#contracts/blocks.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'

export type BlockedModel = ReturnType<typeof createBlockedModel>

/** The senders whom people of the account have blocked. */
export function createBlockedModel({ api, live }: Pick<Desk, 'api' | 'live'>) {
  const blocks = signal<readonly Block[]>()
  const failure = signal<string>()

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      blocks.value = (await api.listBlocks()).data
    } catch (error) {
      failure.value = explain(error)
    }
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type === 'blocks.changed') void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    blocks,
    failure,
    load,
    /** Lifts a block; resolves to what restores it. */
    async lift({ id }: Block): Promise<() => Promise<void>> {
      await api.unblockSender({ params: { id } })
      blocks.value = blocks.value?.filter((one) => one.id !== id)
      return async () => {
        await api.restoreBlock({ params: { id } })
        await load()
      }
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
