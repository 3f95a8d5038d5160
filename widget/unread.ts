import type { Api } from './api.ts'
import { lastSeq } from './conversation.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'

interface UnreadOptions {
  readonly state: State
  readonly storage: Storage
  readonly api: Api
}

/**
 * Counts the unread messages from the other side; while the visitor is looking, marks all as read, here and on the
 * server.
 */
export function createUnread({ state, storage, api }: UnreadOptions) {
  return (isLooking: boolean): number => {
    const { read = 0 } = storage.read()
    const unread = (state.conversation?.messages ?? []).filter(
      ({ author, seq }) => author !== 'visitor' && seq > read,
    )
    if (!isLooking) return unread.length
    if (unread.length > 0) {
      const seq = lastSeq(unread)
      storage.write({ read: seq })
      api.read(state.conversation!.id, seq).catch(() => {})
    }
    return 0
  }
}
