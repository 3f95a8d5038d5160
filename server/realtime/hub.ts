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
  /** Maximum streams per visitor; another one closes the oldest. */
  readonly maxOfVisitor: number
  /** Maximum visitor streams per address. */
  readonly maxOfAddress: number
  /** Presence as the desk is told: of the contact that a visitor is shown as. */
  readonly presenceOf: (
    seat: VisitorSeat,
    online: boolean,
    isOnline: (visitorId: number) => boolean,
  ) => OperatorEvent['presence']
  /** Rejects payloads that break their contract (tests and development). */
  readonly isChecked: boolean
}

/** Identity of a visitor on the hub. */
export interface VisitorSeat {
  readonly id: number
  readonly uuid: string
  readonly userId: number
}

/** A visitor's connection, with the key of its address. */
interface VisitorFollower extends Follower {
  readonly address: string
}

/** Retry delay for visitors at an address that has reached its maximum streams, s. */
const RETRY_STREAM_S = 10

/** Types of momentary events, by audience. */
type MomentaryOperatorEvent = MomentaryType & keyof OperatorEvent
type MomentaryVisitorEvent = MomentaryType & keyof VisitorEvent

/** Called with a credential that is no longer valid. */
type DismissalWatcher = (credential: string) => void

/** Called when a visitor's first stream opens and when the last one ends. */
export type SeatWatcher = (visitorId: number, isThere: boolean) => void

export type Hub = ReturnType<typeof createHub>

/** Delay after the last stream has closed until a visitor counts as gone, ms: a reload is no absence. */
const PRESENCE_GRACE_MS = 3000

/**
 * Forwards events to everyone who may see them. Rows are read once for all streams, in order, and only after commit; a
 * notification of the event log is merely a hint to read, never the source of data.
 */
export function createHub(options: HubOptions) {
  const { events, maxBuffered, heartbeatMs, visitorHeartbeatMs, isChecked, maxOfVisitor } = options

  const users = createRoom({ heartbeatMs, maxBuffered, beat: (all) => beat('operator', all) })
  const visitors = createRoom({
    heartbeatMs: visitorHeartbeatMs,
    maxBuffered,
    beat: (all) => beat('visitor', all),
  })
  /** Account of each connected visitor. */
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
    // Once for all events of a commit.
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

  const isOnline = (visitorId: number): boolean =>
    visitors.of(visitorId) !== undefined || leaving.has(visitorId)

  function join(room: Room, key: number, follower: Follower, onLeave = nothing): Stream {
    const { after } = follower
    const from = after === undefined ? lastId : Math.min(after, events.last())
    const stream = room.join(key, { ...follower, after: from }, onLeave)
    // A server that stops waits for its connections. The connection is the stream's once the handler has returned.
    if (closed) setImmediate(stream.end)
    return stream
  }

  /** Sends the rows a stream has missed, up to the hub's position; later ones arrive with everyone else's. */
  function catchUp(
    stream: Stream,
    read: (after: number, upTo: number) => EventRow[],
    view: (row: EventRow) => string | undefined,
  ): void {
    while (stream.lastId < lastId) {
      const rows = read(stream.lastId, lastId)
      for (const row of rows) {
        const text = view(row)
        if (text !== undefined && stream.shows(row)) stream.write(text)
      }
      stream.lastId = rows.at(-1)?.id ?? lastId
    }
  }

  function sendTo(
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
    sendTo(audience, streams, 'ping', {})
  }

  function sendToUser<type extends MomentaryOperatorEvent>(
    userId: number,
    type: type,
    payload: OperatorEvent[type],
  ): void {
    sendTo('operator', users.of(userId), type, payload)
  }

  function present(seat: VisitorSeat, online: boolean): void {
    if (closed) return
    const { id, userId } = seat
    const tell = () => sendToUser(userId, 'presence', options.presenceOf(seat, online, isOnline))
    for (const watcher of watchers) watcher(id, online)
    clearTimeout(leaving.get(id))
    if (online) {
      // Otherwise back within the grace period: the absence was never announced.
      if (!leaving.delete(id)) tell()
      return
    }
    const timer = setTimeout(() => {
      leaving.delete(id)
      owners.delete(id)
      tell()
    }, PRESENCE_GRACE_MS)
    leaving.set(id, timer.unref())
  }

  function dismiss(credential: string, farewell?: string): void {
    endStreams(streamsOf(users, visitors), credential, farewell)
    for (const watcher of dismissals) watcher(credential)
  }

  return {
    /** Subscribes to an account's events. */
    joinUser(userId: number, follower: Follower): void {
      const stream = join(users, userId, follower)
      catchUp(stream, (after, upTo) => events.ofUser(userId, after, upTo), operatorFrame)
    },
    /**
     * Subscribes to a visitor's own conversations; operators see the visitor as online.
     * @throws AppError `too_many_requests` if the address has too many open streams
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
      endOldest(visitors.of(id), maxOfVisitor - 1)
      const isFirst = !visitors.of(id)
      owners.set(id, userId)
      const stream = join(visitors, id, follower, () => present({ id, uuid, userId }, false))
      if (isFirst) present({ id, uuid, userId }, true)
      catchUp(stream, (after, upTo) => events.ofVisitor(id, after, upTo), visitorFrame)
    },
    /** Ids of an account's connected visitors. */
    onlineOf: (userId: number) =>
      [...owners].filter(([, owner]) => owner === userId).map(([visitorId]) => visitorId),
    /** Reports whether one of the visitor's tabs is connected, or was within the grace period. */
    isOnline,
    /** Reports whether one of the visitor's tabs is connected right now. */
    isFollowed: (visitorId: number) => visitors.of(visitorId) !== undefined,
    /** Reports whether a credential has an open stream of an account. */
    isFollowedWith: (userId: number, credential: string) =>
      [...(users.of(userId) ?? [])].some(({ credentials }) => credentials.includes(credential)),
    /** Calls the watcher whenever a visitor connects or disconnects, reloads included. */
    watchVisitors: (watcher: SeatWatcher) => void watchers.add(watcher),
    /** Calls the watcher with each credential whose connections must be closed. */
    watchDismissals: (watcher: DismissalWatcher) => void dismissals.add(watcher),
    /** Sends a momentary event to the operators of an account. */
    sendToUser,
    /** Sends a momentary event to a visitor. */
    tellVisitor: <type extends MomentaryVisitorEvent>(
      visitorId: number,
      type: type,
      payload: VisitorEvent[type],
    ) => sendTo('visitor', visitors.of(visitorId), type, payload),
    /** Ends every stream opened with this credential. */
    dismiss: (credential: string) => dismiss(credential),
    /** Ends visitors' streams for good: their credential is no longer valid. */
    closeSession: (credential: string) => dismiss(credential, frame('session.closed', '{}')),
    /** Ends every stream; clients reconnect to the next process. */
    close(): void {
      closed = true
      unsubscribe()
      for (const room of [users, visitors]) room.stop()
      for (const timer of leaving.values()) clearTimeout(timer)
      for (const stream of streamsOf(users, visitors)) stream.end()
    },
  }
}

/** Ends the streams opened with a credential. */
function endStreams(streams: Iterable<Stream>, credential: string, farewell?: string): void {
  for (const stream of streams) {
    if (!stream.credentials.includes(credential)) continue
    if (farewell !== undefined) stream.write(farewell)
    stream.end()
  }
}

/** Credential of all visitor streams from an address. */
export const addressCredential = (address: string): string => `address:${address}`

/** Ends the oldest streams: a browser that vanished silently holds its stream for minutes, and the newest one is in use. */
function endOldest(streams: ReadonlySet<Stream> = new Set(), kept: number): void {
  for (const stream of [...streams].slice(0, Math.max(0, streams.size - kept))) stream.end()
}

/** Counts open visitor streams by address. */
function createAddressCount(max: number) {
  const counts = new Map<string, number>()
  return {
    /**
     * Counts a stream until the returned function is called.
     * @throws AppError `too_many_requests` if too many are open
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
    if (stream.lastId < row.id && stream.shows(row)) stream.write(text)
    stream.lastId = Math.max(stream.lastId, row.id)
  }
}

function* streamsOf(...rooms: readonly Room[]): Generator<Stream> {
  for (const room of rooms) yield* room.all()
}

const nothing = (): void => undefined
