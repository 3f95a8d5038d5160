import type { Attending, OperatorStatus } from '#contracts/presence.ts'

interface AttendanceOptions {
  readonly now: () => Date
  /** Time without a report after which a tab is dropped, ms. */
  readonly lastsMs: number
  /** Time after its stream has closed at which a tab is dropped, ms. */
  readonly graceMs: number
  /** Notifies all operators of an account. */
  readonly notify: (userId: number, attending: Attending) => void
}

/** An operator at the desk. */
interface Person {
  readonly userId: number
  readonly operatorId: number
  readonly name: string
}

type Seat = Pick<Person, 'userId' | 'operatorId'>

/** Content of one of their tabs. */
export interface TabState {
  readonly conversationId: string | null
  readonly replying: boolean
  readonly status: OperatorStatus
}

interface Attendee {
  name: string
  /** Last state sent to the others, as JSON. */
  lastSent: string
  readonly tabs: Map<string, TabState & { readonly seenAt: number }>
}

export type Attendance = ReturnType<typeof createAttendance>

/** Tabs tracked per operator; beyond that, the oldest are dropped. */
const MAX_TABS = 32

/** Presence of operators at desks, in memory only. */
export function createAttendance({ now, lastsMs, graceMs, notify }: AttendanceOptions) {
  const desks = new Map<number, Map<number, Attendee>>()
  /** Streams per tab: a new one may open before the old one is known to be closed. */
  const followed = new Map<string, number>()
  let sweeper: NodeJS.Timeout | undefined

  function attend({ userId, operatorId, name }: Person, tab: string, tabState: TabState): void {
    const desk = desks.get(userId) ?? new Map<number, Attendee>()
    desks.set(userId, desk)
    const seat = desk.get(operatorId) ?? { name, lastSent: '', tabs: new Map() }
    desk.set(operatorId, seat)
    seat.name = name
    seat.tabs.delete(tab)
    seat.tabs.set(tab, { ...tabState, seenAt: now().getTime() })
    const [oldest] = seat.tabs.keys()
    if (seat.tabs.size > MAX_TABS && oldest !== undefined) seat.tabs.delete(oldest)
    notifyAbout(userId, operatorId, seat)
    sweeper ??= setInterval(sweep, lastsMs / 4).unref()
  }

  function notifyAbout(userId: number, operatorId: number, seat: Attendee): void {
    const attending = present(operatorId, seat)
    const json = JSON.stringify(attending)
    if (json === seat.lastSent) return
    seat.lastSent = json
    notify(userId, attending)
  }

  /** Drops tabs that have stopped reporting. */
  function sweep(): void {
    const before = now().getTime() - lastsMs
    for (const [userId, desk] of desks) {
      for (const [operatorId, seat] of desk) {
        forgetSilent(seat, before, (tab) => followed.has(`${operatorId} ${tab}`))
        settle(userId, desk, operatorId, seat)
      }
    }
    if (desks.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  function settle(
    userId: number,
    desk: Map<number, Attendee>,
    operatorId: number,
    seat: Attendee,
  ): void {
    notifyAbout(userId, operatorId, seat)
    if (seat.tabs.size === 0) desk.delete(operatorId)
    if (desk.size === 0) desks.delete(userId)
  }

  function leave(userId: number, operatorId: number, tab: string): void {
    const desk = desks.get(userId)
    const seat = desk?.get(operatorId)
    if (desk && seat?.tabs.delete(tab)) settle(userId, desk, operatorId, seat)
  }

  return {
    /** A tab reports what it shows. */
    attend,
    /** A tab opens its stream; call the returned function when it closes. The tab is dropped unless it reconnects within the grace period. */
    follow({ userId, operatorId }: Seat, tab: string) {
      const key = `${operatorId} ${tab}`
      followed.set(key, (followed.get(key) ?? 0) + 1)
      return (): void => {
        const left = followed.get(key)! - 1
        if (left > 0) followed.set(key, left)
        else followed.delete(key)
        setTimeout(() => {
          if (!followed.has(key)) leave(userId, operatorId, tab)
        }, graceMs).unref()
      }
    },
    /** Reports whether a tab of an operator follows the stream and has a conversation open. */
    isShowing: ({ userId, operatorId }: Seat, tab: string, conversationId: string): boolean =>
      followed.has(`${operatorId} ${tab}`) &&
      desks.get(userId)?.get(operatorId)?.tabs.get(tab)?.conversationId === conversationId,
    /** Reports whether an operator has a conversation open. */
    isAttended: (userId: number, conversationId: string): boolean =>
      [...(desks.get(userId)?.values() ?? [])].some(({ tabs }) =>
        [...tabs.values()].some((tabState) => tabState.conversationId === conversationId),
      ),
    /** All operators at the desk of an account. */
    of: (userId: number): Attending[] =>
      [...(desks.get(userId) ?? [])].map(([operatorId, seat]) => present(operatorId, seat)),
  }
}

/** Browsers slow the timers of hidden tabs down: one that follows the stream still has its conversation open. */
function forgetSilent(
  { tabs }: Attendee,
  before: number,
  isFollowing: (tab: string) => boolean,
): void {
  for (const [tab, { seenAt, conversationId }] of tabs) {
    const isConnected = conversationId !== null && isFollowing(tab)
    if (seenAt < before && !isConnected) tabs.delete(tab)
  }
}

function present(id: number, { name, tabs }: Attendee): Attending {
  const tabStates = [...tabs.values()]
  const replying = new Map<string, boolean>()
  for (const tabState of tabStates) {
    if (tabState.conversationId === null) continue
    const isKnown = replying.get(tabState.conversationId) ?? false
    replying.set(tabState.conversationId, isKnown || tabState.replying)
  }
  const status = tabStates.some((tabState) => tabState.status === 'available')
    ? 'available'
    : 'away'
  return {
    operator: { id, name },
    status: tabStates.length === 0 ? 'offline' : status,
    conversations: [...replying].map(([conversation_id, isReplying]) => ({
      conversation_id,
      replying: isReplying,
    })),
  }
}
