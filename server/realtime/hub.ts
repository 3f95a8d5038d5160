import type { Audience, MomentaryType, OperatorEvent, VisitorEvent } from '#contracts/events.ts'
import { tooManyRequests } from '../errors.ts'
import { assertEvent } from '../events/assert-event.ts'
import type { EventLog, EventRow } from '../events/log.ts'
import { frame, operatorFrame, visitorFrame } from './frame.ts'
import { createRoom, type Follower, type Room } from './room.ts'
import type { Stream } from './stream.ts'

interface HubOptions {
  readonly events: EventLog
  readonly maxBuffered: number
  readonly heartbeatMs: number
  readonly visitorHeartbeatMs: number
  /** Streams that one visitor may have open; one more closes the oldest. */
  readonly maxOfVisitor: number
  /** Streams that all visitors of one address may have open. */
  readonly maxOfAddress: number
  /** Refuses payloads that break their contract (tests and development). */
  readonly isChecked: boolean
}

/** A visitor as the hub knows one. */
export interface VisitorSeat {
  readonly id: number
  readonly uuid: string
  readonly userId: number
}

/** A visitor's reader, and the key of the address it comes from. */
interface VisitorFollower extends Follower {
  readonly address: string
}

/** Retry of a visitor for whose address all streams are taken, s. */
const RETRY_STREAM_S = 10

/** Types of the events that operators may be told of, and visitors. */
type ToldToOperators = MomentaryType & keyof OperatorEvent
type ToldToVisitors = MomentaryType & keyof VisitorEvent

/** Hears of a credential that opens nothing any more. */
type DismissalWatcher = (credential: string) => void

/** Hears of a visitor's first stream and of the end of the last one. */
export type SeatWatcher = (visitorId: number, isThere: boolean) => void

export type Hub = ReturnType<typeof createHub>

/** A visitor counts as gone this long after the last stream has closed, ms: a reload is no absence. */
const PRESENCE_GRACE_MS = 3000

/**
 * Passes events on to whoever may see them. Rows are read once for all streams, in order, and only after their
 * transaction; the listeners of the event log are a hint to look, never the truth.
 */
export function createHub(options: HubOptions) {
  const { events, maxBuffered, heartbeatMs, visitorHeartbeatMs, isChecked, maxOfVisitor } = options

  const users = createRoom({ heartbeatMs, maxBuffered, beat: (all) => beat('operator', all) })
  const visitors = createRoom({
    heartbeatMs: visitorHeartbeatMs,
    maxBuffered,
    beat: (all) => beat('visitor', all),
  })
  /** Whose visitor it is, for those who are connected. */
  const owners = new Map<number, number>()
  const leaving = new Map<number, NodeJS.Timeout>()
  const addresses = createAddressCount(options.maxOfAddress)
  const watchers = new Set<SeatWatcher>()
  const dismissals = new Set<DismissalWatcher>()
  let lastId = events.last()
  let woken = false
  let closed = false

  const unsubscribe = events.onRecorded(() => {
    if (woken) return
    woken = true
    // Once for all the events of a commit.
    queueMicrotask(pump)
  })

  function pump(): void {
    woken = false
    while (!closed) {
      const rows = events.after(lastId)
      if (rows.length === 0) return
      for (const row of rows) pass(row)
      lastId = rows.at(-1)!.id
    }
  }

  function pass(row: EventRow): void {
    deliver(users.of(row.user_id), row, operatorFrame)
    if (row.visitor_id !== null) deliver(visitors.of(row.visitor_id), row, visitorFrame)
  }

  function join(room: Room, key: number, follower: Follower, onLeave = nothing): Stream {
    const { after } = follower
    const from = after === undefined ? lastId : Math.min(after, events.last())
    return room.join(key, { ...follower, after: from }, onLeave)
  }

  /** Sends what a stream has missed, up to where the hub is; the rest comes with everybody else's. */
  function catchUp(
    stream: Stream,
    read: (after: number, upTo: number) => EventRow[],
    view: (row: EventRow) => string | undefined,
  ): void {
    while (stream.lastId < lastId) {
      const rows = read(stream.lastId, lastId)
      for (const row of rows) {
        const text = view(row)
        if (text !== undefined && stream.shows(row.type)) stream.write(text)
      }
      stream.lastId = rows.at(-1)?.id ?? lastId
    }
  }

  function tell(
    audience: Audience,
    streams: Iterable<Stream> | undefined,
    type: MomentaryType,
    payload: object,
  ): void {
    if (isChecked) assertEvent(audience, type, payload)
    if (!streams) return
    const text = frame(type, JSON.stringify(payload))
    for (const stream of streams) stream.write(text)
  }

  function beat(audience: Audience, streams: Iterable<Stream>): void {
    tell(audience, streams, 'ping', {})
  }

  function tellUser<type extends ToldToOperators>(
    userId: number,
    type: type,
    payload: OperatorEvent[type],
  ): void {
    tell('operator', users.of(userId), type, payload)
  }

  function present({ id, uuid, userId }: VisitorSeat, online: boolean): void {
    if (!closed) for (const watcher of watchers) watcher(id, online)
    clearTimeout(leaving.get(id))
    if (online) {
      // Back within the grace: nobody was told of the absence.
      if (leaving.delete(id)) return
      tellUser(userId, 'presence', { visitor_id: uuid, online })
      return
    }
    const timer = setTimeout(() => {
      leaving.delete(id)
      owners.delete(id)
      tellUser(userId, 'presence', { visitor_id: uuid, online })
    }, PRESENCE_GRACE_MS)
    leaving.set(id, timer.unref())
  }

  function dismiss(credential: string, farewell?: string): void {
    endStreams(streamsOf(users, visitors), credential, farewell)
    for (const watcher of dismissals) watcher(credential)
  }

  return {
    /** Follows an account. */
    joinUser(userId: number, follower: Follower): void {
      const stream = join(users, userId, follower)
      catchUp(stream, (after, upTo) => events.ofUser(userId, after, upTo), operatorFrame)
    },
    /**
     * Follows a visitor's own conversations; the operators see that the visitor is there.
     * @throws AppError `too_many_requests` when too many streams of the address are open
     */
    joinVisitor(
      { id, uuid, userId }: VisitorSeat,
      { address, credentials, ...rest }: VisitorFollower,
    ): void {
      const follower = {
        ...rest,
        credentials: [...credentials, addressCredential(address)],
        onClose: addresses.add(address),
      }
      endSurplus(visitors.of(id), maxOfVisitor - 1)
      const isFirst = !visitors.of(id)
      owners.set(id, userId)
      const stream = join(visitors, id, follower, () => present({ id, uuid, userId }, false))
      if (isFirst) present({ id, uuid, userId }, true)
      catchUp(stream, (after, upTo) => events.ofVisitor(id, after, upTo), visitorFrame)
    },
    /** Ids of an account's visitors who are connected. */
    onlineOf: (userId: number) =>
      [...owners].filter(([, owner]) => owner === userId).map(([visitorId]) => visitorId),
    /** Reports whether one of the visitor's tabs is connected, or was within the grace period. */
    isOnline: (visitorId: number) => visitors.of(visitorId) !== undefined || leaving.has(visitorId),
    /** Reports whether one of the visitor's tabs is connected right now. */
    isFollowed: (visitorId: number) => visitors.of(visitorId) !== undefined,
    /** Calls this whenever a visitor comes or goes, a reload included. */
    watchVisitors: (watcher: SeatWatcher) => void watchers.add(watcher),
    /** Calls this whenever what is open by a credential is to be closed. */
    watchDismissals: (watcher: DismissalWatcher) => void dismissals.add(watcher),
    /** Reports whether nobody is connected. */
    isQuiet: () => users.isEmpty() && visitors.isEmpty(),
    /** Tells the operators of an account something that is about this moment only. */
    tellUser,
    /** Tells a visitor something that is about this moment only. */
    tellVisitor: <type extends ToldToVisitors>(
      visitorId: number,
      type: type,
      payload: VisitorEvent[type],
    ) => tell('visitor', visitors.of(visitorId), type, payload),
    /** Ends every stream that is open by this. */
    dismiss: (credential: string) => dismiss(credential),
    /** Ends visitors' streams for good: what they were open by opens nothing any more. */
    closeSession: (credential: string) => dismiss(credential, frame('session.closed', '{}')),
    /** Ends every stream; readers come back to the next process. */
    close(): void {
      closed = true
      unsubscribe()
      for (const room of [users, visitors]) room.stop()
      for (const timer of leaving.values()) clearTimeout(timer)
      for (const stream of streamsOf(users, visitors)) stream.end()
    },
  }
}

/** Ends the streams that are open by a credential. */
function endStreams(streams: Iterable<Stream>, credential: string, farewell?: string): void {
  for (const stream of streams) {
    if (!stream.credentials.includes(credential)) continue
    if (farewell !== undefined) stream.write(farewell)
    stream.end()
  }
}

/** Credential of visitors' streams by the address they come from. */
export const addressCredential = (address: string): string => `address:${address}`

/** Ends the oldest streams: a browser that is gone without a word holds its stream for minutes, and the newest is read. */
function endSurplus(streams: ReadonlySet<Stream> = new Set(), kept: number): void {
  for (const stream of [...streams].slice(0, Math.max(0, streams.size - kept))) stream.end()
}

/** Counts the open streams of visitors by address. */
function createAddressCount(max: number) {
  const counts = new Map<string, number>()
  return {
    /**
     * Counts a stream, until what is returned is called.
     * @throws AppError `too_many_requests` when too many are open
     */
    add(address: string): () => void {
      const count = counts.get(address) ?? 0
      if (count >= max) throw tooManyRequests(RETRY_STREAM_S)
      counts.set(address, count + 1)
      return () => {
        const rest = counts.get(address)! - 1
        if (rest === 0) counts.delete(address)
        else counts.set(address, rest)
      }
    },
  }
}

function deliver(
  streams: ReadonlySet<Stream> | undefined,
  row: EventRow,
  view: (row: EventRow) => string | undefined,
) {
  if (!streams || streams.size === 0) return
  const text = view(row)
  if (text === undefined) return
  for (const stream of streams) {
    if (stream.lastId < row.id && stream.shows(row.type)) stream.write(text)
    stream.lastId = Math.max(stream.lastId, row.id)
  }
}

function* streamsOf(...rooms: readonly Room[]): Generator<Stream> {
  for (const room of rooms) yield* room.all()
}

const nothing = (): void => undefined
