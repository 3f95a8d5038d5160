import type { Api } from './api.ts'
import { lastSeq } from './conversation.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'

interface UnreadOptions {
  readonly state: State
  readonly storage: Storage
  readonly api: Api
}

/** Says how many messages of others have not been seen; none when somebody is looking, and the desk hears of it. */
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
