import { signal } from '@preact/signals'
import type { Block, BlockKey, BlockKind } from '#contracts/blocks.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'

export type BlockModel = ReturnType<typeof createBlockModel>

/** Duration of a block; `open` until it is lifted. */
export const DURATIONS = ['day', 'week', 'open'] as const
export type Duration = (typeof DURATIONS)[number]

/** Blocking of a conversation's sender, or the block in force. */
export function createBlockModel(api: Api, uuid: string) {
  const keys = signal<readonly BlockKey[]>()
  const block = signal<Block | null>(null)
  const kinds = signal<ReadonlySet<BlockKind>>(new Set())
  const duration = signal<Duration>('week')
  const reason = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const found = await api.getSender({ params: { uuid } })
      const all = found.keys.map(({ kind }) => kind)
      // Anybody can give somebody else's address, who would be blocked.
      kinds.value = new Set(all.filter((kind) => !found.unverified.includes(kind)))
      block.value = found.block
      keys.value = found.keys
    } catch (error) {
      failure.value = explain(error)
    }
  }
  void load()

  /** Runs a request; undefined if it was refused. */
  async function attempt<result>(send: () => Promise<result>): Promise<result | undefined> {
    if (busy.value) return undefined
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      return await send()
    } catch (error) {
      showRefusal(error, errors, failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    keys,
    block,
    kinds,
    duration,
    reason,
    errors,
    failure,
    busy,
    load,
    toggle(kind: BlockKind, isOn: boolean): void {
      const others = [...kinds.value].filter((one) => one !== kind)
      kinds.value = new Set(isOn ? [...others, kind] : others)
    },
    /** Blocks the sender; resolves to the block. */
    save: (): Promise<Block | undefined> =>
      attempt(async () => {
        const body = {
          kinds: [...kinds.value],
          reason: reason.value.trim() || null,
          duration: duration.value === 'open' ? null : duration.value,
        }
        return (await api.blockSender({ params: { uuid }, body })).data
      }),
    /** Lifts the block; true on success. */
    lift: async ({ id }: Block): Promise<boolean> =>
      (await attempt(() => api.unblockSender({ params: { id } }))) !== undefined,
  }
}
