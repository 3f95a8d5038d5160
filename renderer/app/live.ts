import { signal } from '@preact/signals'
import type { OperatorEvent } from '#contracts/streams.ts'
import { apiUrl } from './api.ts'

/** One event of the stream. Without an id it is about this moment only. */
export type LiveEvent = {
  [type in keyof OperatorEvent]: {
    readonly type: type
    readonly id: number | undefined
    readonly data: OperatorEvent[type]
  }
}[keyof OperatorEvent]

export type Live = ReturnType<typeof createLive>

/**
 * Every event, and whether it is a row: what is none is about this moment only, and a browser gives it the id of the row
 * before it. Not taken from the contract, which would bring all its schemas along.
 */
const TYPES: Readonly<Record<keyof OperatorEvent, 'row' | 'passing'>> = {
  'conversation.created': 'row',
  'conversation.updated': 'row',
  'conversation.deleted': 'row',
  'conversation.variables': 'row',
  'conversation.outcome': 'row',
  'message.created': 'row',
  'message.delta': 'row',
  'message.updated': 'row',
  'function_call.updated': 'row',
  'proposal.updated': 'row',
  'proposal.delta': 'row',
  'note.created': 'row',
  'note.updated': 'row',
  'note.deleted': 'row',
  'conversation.seen': 'row',
  'canned_reply.created': 'row',
  'canned_reply.updated': 'row',
  'canned_reply.deleted': 'row',
  'contact.updated': 'row',
  'contact.deleted': 'row',
  'bulk.progress': 'row',
  'labels.changed': 'row',
  'activity.created': 'row',
  'assistant.created': 'row',
  'assistant.updated': 'row',
  'call.created': 'row',
  'call.updated': 'row',
  'call.deleted': 'row',
  'calls.imported': 'row',
  'assistant.deleted': 'row',
  'operator.created': 'row',
  'operator.updated': 'row',
  'operator.deleted': 'row',
  'notice.created': 'row',
  'notice.deleted': 'row',
  'delivery.created': 'row',
  'delivery.updated': 'row',
  'sms.created': 'row',
  'sms.updated': 'row',
  'knowledgebase.created': 'row',
  'knowledgebase.updated': 'row',
  'knowledgebase.deleted': 'row',
  'document.created': 'row',
  'document.updated': 'row',
  'document.deleted': 'row',
  typing: 'passing',
  attending: 'passing',
  drafting: 'passing',
  visiting: 'passing',
  presence: 'passing',
  ping: 'passing',
}

/** The server pings every 15 s: this much silence means that nobody is there, ms. */
const SILENCE = 35_000
/** A cut that heals within this time is not worth a word, ms. */
const GRACE = 2000
const RETRY_MIN = 1000
const RETRY_MAX = 15_000

interface LiveOptions {
  /** Names this tab to the server, so that it knows when it is gone. */
  readonly tab?: string | undefined
  readonly connect: (url: string) => EventSource
  /** The stream was refused rather than cut: perhaps the session is over. */
  readonly onRefused: () => void
}

/** Follows everything that happens in the account, resumes by itself and says when it cannot. */
export function createLive({ connect, onRefused, tab }: LiveOptions) {
  const isLost = signal(false)
  const lostSince = signal<Date>()
  let cutAt: Date | undefined
  const listeners = new Set<(event: LiveEvent) => void>()
  const opened = new Set<() => void>()
  const resumed = new Set<() => void>()
  const timers = { silence: 0, grace: 0, retry: 0 }
  let source: EventSource | undefined
  let last = 0
  let heardAt = 0
  let wasCut = false
  let attempts = 0

  function open(): void {
    close()
    const stream = connect(apiUrl('followAccount', { query: { after: last, tab } }))
    source = stream
    heardAt = Date.now()
    stream.onopen = connected
    stream.onerror = () => cut(stream.readyState === stream.CLOSED)
    for (const type of Object.keys(TYPES)) stream.addEventListener(type, receive)
    watch()
  }

  function connected(): void {
    heard()
    attempts = 0
    clearTimeout(timers.grace)
    timers.grace = 0
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
    timers.grace ||= after(GRACE, () => {
      lostSince.value = cutAt
      isLost.value = true
    })
    if (!isFinal) return
    close()
    onRefused()
    const pause = Math.min(RETRY_MAX, RETRY_MIN * 2 ** attempts++)
    timers.retry = after(pause * (0.75 + Math.random() / 2), open)
  }

  function receive({ type, data, lastEventId }: MessageEvent<string>): void {
    heard()
    const id = TYPES[type as keyof OperatorEvent] === 'passing' ? undefined : Number(lastEventId)
    if (id !== undefined) last = Math.max(last, id)
    // The server's own contract types what it sends.
    const event = { type, id, data: JSON.parse(data) } as LiveEvent
    for (const listener of listeners) listener(event)
  }

  function heard(): void {
    heardAt = Date.now()
    watch()
  }

  function watch(): void {
    clearTimeout(timers.silence)
    timers.silence = after(SILENCE, reopen)
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
    /** True once the connection has been away for long enough to say so. */
    isLost,
    /** Since when it has been away. */
    lostSince,
    /** Does not wait for the next try. */
    retry(): void {
      if (isLost.value) open()
    },
    /** Begins after the event with this id. Only the first call counts. */
    start(cursor: number): void {
      if (source || timers.retry) return
      last = cursor
      open()
    },
    stop(): void {
      close()
      clearTimeout(timers.grace)
      Object.assign(timers, { silence: 0, grace: 0, retry: 0 })
      isLost.value = false
      wasCut = false
    },
    /** After sleep or a change of network: does not wait for a silence to grow long. */
    check(): void {
      if (source && Date.now() - heardAt > SILENCE / 2) reopen()
      else if (!source && timers.retry) open()
    },
    subscribe: (listener: (event: LiveEvent) => void) => add(listeners, listener),
    /** Hears when the stream is there, at first and after a cut: what has no id may have changed while it was not. */
    onOpen: (listener: () => void) => add(opened, listener),
    /** Hears when the stream is back after a cut: what has no id may have changed meanwhile. */
    onResume: (listener: () => void) => add(resumed, listener),
  }
}

function after(ms: number, act: () => void): number {
  return setTimeout(act, ms) as unknown as number
}

function add<item>(set: Set<item>, item: item): () => void {
  set.add(item)
  return () => set.delete(item)
}
