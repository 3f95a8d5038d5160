import type { Actor } from '#contracts/activities.ts'

/** A conversation in one epoch of its dial. */
export interface HeldPlace {
  readonly id: number
  readonly uuid: string
  readonly userId: number
  readonly epoch: number
}

/** An operator who holds an answer, and the tab in which they do. */
export interface Holder {
  readonly operatorId: number
  readonly name: string
  readonly tab: string
}

interface HoldsOptions {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Reports whether a tab of an operator is connected and has a conversation open. */
  readonly isShowing: (
    seat: { readonly userId: number; readonly operatorId: number },
    tab: string,
    conversation: string,
  ) => boolean
  /** Current epoch of a conversation; undefined if it is gone. */
  readonly epochOf: (conversationId: number) => number | undefined
  /** Called when the hold of a conversation has changed. */
  readonly onChange: (place: HeldPlace) => void
}

interface Hold {
  readonly place: HeldPlace
  readonly holder: Holder
  readonly over: AbortController
  /** Time at which its operator first took it, ms since 1970. */
  readonly startedAt: number
}

/** Time after its tab has gone, or has left the conversation, at which a hold ends, ms. */
const GONE_MS = 5000

/** Longest hold, ms: the job of a held answer takes the place of another one. */
const LONGEST_MS = 15 * 60_000

/** Interval at which a hold is checked, ms. */
const CHECK_MS = 250

/** Answers that operators hold, in memory: one hold for each conversation, in one epoch of its dial. */
export function createHolds({ now, sleep, isShowing, epochOf, onChange }: HoldsOptions) {
  const holds = new Map<number, Hold>()

  function end(conversationId: number): void {
    const hold = holds.get(conversationId)
    if (!hold) return
    holds.delete(conversationId)
    hold.over.abort()
    onChange(hold.place)
  }

  /** Ends a hold whose operator has gone, whose epoch has passed, or which has lasted too long. */
  async function watch({ place, holder, over, startedAt }: Hold): Promise<void> {
    let goneAt: number | undefined
    for (;;) {
      const seat = { userId: place.userId, operatorId: holder.operatorId }
      if (isShowing(seat, holder.tab, place.uuid)) goneAt = undefined
      else goneAt ??= now().getTime()
      const isGone = goneAt !== undefined && now().getTime() - goneAt >= GONE_MS
      const isTooLong = now().getTime() - startedAt >= LONGEST_MS
      if (isGone || isTooLong || epochOf(place.id) !== place.epoch) return end(place.id)
      await sleep(CHECK_MS, over.signal)
    }
  }

  function holderIn({ id, epoch }: HeldPlace): Holder | undefined {
    const hold = holds.get(id)
    return hold?.place.epoch === epoch ? hold.holder : undefined
  }

  return {
    end,
    /** The operator who holds the answer of a conversation. */
    by(place: HeldPlace): Actor | null {
      const holder = holderIn(place)
      return holder ? { id: holder.operatorId, name: holder.name } : null
    },
    /** Holds the answer for an operator, and for their new tab if they already do; false if another one does. */
    take(place: HeldPlace, holder: Holder): boolean {
      const known = holderIn(place)
      if (known && known.operatorId !== holder.operatorId) return false
      const last = holds.get(place.id)
      last?.over.abort()
      const startedAt = known && last ? last.startedAt : now().getTime()
      const hold = { place, holder, over: new AbortController(), startedAt }
      holds.set(place.id, hold)
      // Rejects when the hold ends.
      watch(hold).catch(() => undefined)
      onChange(place)
      return true
    },
  }
}
