import { eventKinds } from 'virtual:contracts'
import { signal } from '@preact/signals'
import type { Events, OperatorEvent } from '#contracts/events.ts'
import { apiUrl } from './api.ts'

/** One event of the stream; ephemeral if it has no id. */
export type LiveEvent = {
  [type in keyof OperatorEvent]: {
    readonly type: type
    readonly id: number | undefined
    readonly data: OperatorEvent[type]
  }
}[keyof OperatorEvent]

type Kind = Events[keyof OperatorEvent]['kind']

export type Live = ReturnType<typeof createLive>

/** The server pings every 15 s; after this much silence the connection counts as lost, ms. */
const SILENCE_TIMEOUT_MS = 35_000
/** Reconnects within this time are not reported, ms. */
const GRACE_MS = 2000
const RETRY_MIN = 1000
const RETRY_MAX = 15_000
/** Minimum interval between probes after failed requests, ms. */
const PROBE_EVERY = 15_000

interface LiveOptions {
  /** Identifies this tab, so that the server notices when it closes. */
  readonly tab?: string | undefined
  readonly connect: (url: string) => EventSource
  /** The stream was rejected rather than interrupted: the session may have expired. */
  readonly onRefused: () => void
}

/** Follows the account's event stream, reconnects automatically and reports when it cannot. */
export function createLive({ connect, onRefused, tab }: LiveOptions) {
  const isLost = signal(false)
  const lostSince = signal<Date>()
  let cutAt: Date | undefined
  const listeners = new Set<(event: LiveEvent) => void>()
  const opened = new Set<() => void>()
  const resumed = new Set<() => void>()
  const timers: {
    [name in 'silence' | 'grace' | 'retry']?: ReturnType<typeof setTimeout> | undefined
  } = {}
  let source: EventSource | undefined
  let last = 0
  let heardAt = 0
  let wasCut = false
  let attempts = 0
  let probedAt = Number.NEGATIVE_INFINITY

  function open(): void {
    close()
    const stream = connect(apiUrl('followAccount', { query: { after: last, tab } }))
    source = stream
    heardAt = Date.now()
    stream.onopen = connected
    stream.onerror = () => cut(stream.readyState === stream.CLOSED)
    for (const [type, kind] of Object.entries(eventKinds))
      stream.addEventListener(type, (event: MessageEvent<string>) => receive(event, kind))
    watch()
  }

  function connected(): void {
    noteActivity()
    attempts = 0
    clearTimeout(timers.grace)
    timers.grace = undefined
    isLost.value = false
    lostSince.value = undefined
    for (const listener of opened) listener()
    if (!wasCut) return
    wasCut = false
    for (const listener of resumed) listener()
  }

  function cut(isFinal: boolean): void {
    if (!wasCut) cutAt = new Date()
    wasCut = true
    timers.grace ||= setTimeout(() => {
      lostSince.value = cutAt
      isLost.value = true
    }, GRACE_MS)
    if (!isFinal) return
    close()
    onRefused()
    const pause = Math.min(RETRY_MAX, RETRY_MIN * 2 ** attempts++)
    timers.retry = setTimeout(open, pause * (0.75 + Math.random() / 2))
  }

  function receive({ type, data, lastEventId }: MessageEvent<string>, kind: Kind): void {
    noteActivity()
    // For an event without an id, the browser repeats the previous one.
    const id = kind === 'stored' ? Number(lastEventId) : undefined
    if (id !== undefined) last = Math.max(last, id)
    const event = { type, id, data: JSON.parse(data) }
    if (!isLiveEvent(event)) return
    for (const listener of listeners) listener(event)
  }

  function noteActivity(): void {
    heardAt = Date.now()
    watch()
  }

  function watch(): void {
    clearTimeout(timers.silence)
    timers.silence = setTimeout(reopen, SILENCE_TIMEOUT_MS)
  }

  function reopen(): void {
    cut(false)
    open()
  }

  function close(): void {
    clearTimeout(timers.retry)
    clearTimeout(timers.silence)
    source?.close()
    source = undefined
  }

  return {
    /** True once the connection has been down long enough to report it. */
    isLost,
    /** Time when the connection was lost. */
    lostSince,
    /** Retries immediately. */
    retry(): void {
      if (isLost.value) open()
    },
    /** Starts after the event with this id. Only the first call has an effect. */
    start(cursor: number): void {
      if (source || timers.retry) return
      last = cursor
      open()
    },
    stop(): void {
      close()
      clearTimeout(timers.grace)
      Object.assign(timers, { silence: undefined, grace: undefined, retry: undefined })
      isLost.value = false
      wasCut = false
    },
    /**
     * Reconnects because the network seems to be down; silence alone would take 35 s to detect. A server that is still
     * reachable answers within the grace period, and nothing is reported.
     */
    probe(): void {
      if (!source || wasCut || Date.now() - probedAt < PROBE_EVERY) return
      probedAt = Date.now()
      reopen()
    },
    /** Checks the connection immediately, after sleep or a network change. */
    check(): void {
      if (source && (wasCut || Date.now() - heardAt > SILENCE_TIMEOUT_MS / 2)) reopen()
      else if (!source && timers.retry) open()
    },
    subscribe: (listener: (event: LiveEvent) => void) => add(listeners, listener),
    /**
     * Subscribes to every open of the stream, initial or after an interruption: changes without an event id may have
     * been missed.
     */
    onOpen: (listener: () => void) => add(opened, listener),
    /** Subscribes to reconnects: changes without an event id may have been missed. */
    onResume: (listener: () => void) => add(resumed, listener),
  }
}

/** Trusts the payload: the server's contract types it. */
function isLiveEvent(event: {
  readonly type: string
  readonly id: number | undefined
  readonly data: unknown
}): event is LiveEvent {
  return Object.hasOwn(eventKinds, event.type)
}

function add<item>(set: Set<item>, item: item): () => void {
  set.add(item)
  return () => set.delete(item)
}
