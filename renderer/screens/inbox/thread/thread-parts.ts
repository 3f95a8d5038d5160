import { computed, type Signal, signal } from '@preact/signals'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import { type Api, explain } from '../../../app/api.ts'
import { isAtEnd, joined } from './apply-to-thread.ts'

/** Number of messages loaded at once. */
export const PART = 60

interface Needs {
  readonly api: Api
  readonly id: string
  readonly thread: Signal<ConversationDetail | undefined>
}

/** Loads more of a long thread as the user scrolls; the messages remain a gapless range. */
export function createThreadParts({ api, id, thread }: Needs) {
  const params = { uuid: id }
  const limit = String(PART)
  const isLoadingPart = signal(false)
  /** Reason why more messages could not be loaded. */
  const partError = signal<string>()
  const messages = (): readonly DeskMessage[] => thread.value?.messages ?? []
  const hasOlder = computed(() => (messages()[0]?.seq ?? 1) > 1)
  const hasNewer = computed(() => thread.value !== undefined && !isAtEnd(thread.value))

  async function load(which: { before: string } | { after: string }): Promise<void> {
    if (isLoadingPart.value) return
    isLoadingPart.value = true
    partError.value = undefined
    try {
      const { data } = await api.listMessages({ params, query: { ...which, limit } })
      if (thread.value) thread.value = { ...thread.value, messages: meeting(data, which) }
    } catch (failure) {
      partError.value = explain(failure)
    } finally {
      isLoadingPart.value = false
    }
  }

  /** Merges a newly loaded range; changes from the stream take precedence. */
  function meeting(data: readonly DeskMessage[], which: object): DeskMessage[] {
    const known = new Set(messages().map(({ seq }) => seq))
    const fresh = data.filter(({ seq }) => !known.has(seq))
    return 'before' in which ? [...fresh, ...messages()] : [...messages(), ...fresh]
  }

  return {
    hasOlder,
    hasNewer,
    isLoadingPart,
    partError,
    loadOlder: async (): Promise<void> => {
      if (hasOlder.value) await load({ before: String(messages()[0]!.seq) })
    },
    loadNewer: async (): Promise<void> => {
      if (hasNewer.value) await load({ after: String(messages().at(-1)!.seq) })
    },
    /** Ensures that a message is loaded, replacing the current range if it is not adjacent. */
    async goTo(seq: number): Promise<boolean> {
      if (messages().some((message) => message.seq === seq)) return true
      partError.value = undefined
      try {
        const query = { around: String(seq), limit }
        const { data, total } = await api.listMessages({ params, query })
        if (!thread.value) return false
        const message_count = Math.max(thread.value.message_count, total)
        thread.value = { ...thread.value, messages: joined(messages(), data), message_count }
        return data.some((message) => message.seq === seq)
      } catch (failure) {
        partError.value = explain(failure)
        return false
      }
    },
  }
}
