import type { Message } from '#contracts/messages.ts'
import type { Api } from './api.ts'
import type { ApiError } from './api-error.ts'
import {
  applyEvent,
  type Conversation,
  fromSnapshot,
  isLiveEvent,
  type LiveEvent,
} from './conversation.ts'
import { createDelivery, isLost } from './delivery.ts'
import { followLive, type Live } from './live.ts'
import { createSigns } from './signs.ts'
import type { ServerSentEvent } from './sse.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'
import { joinTabs, type Tabs } from './tabs.ts'

/** Interval of the leading tab's status messages, ms; if they stop, another tab takes over. */
const HEARTBEAT = 2000
/** Number of recent events kept, to be applied to a snapshot that is still being fetched. */
const MAX_RECENT = 200

/** Message from the leading tab to the others: an event of its stream, or its state. */
type Word = { readonly event: LiveEvent } | { readonly isUp: boolean; readonly last: number }

interface ConnectionOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  /** Facts about the visit of a new visitor. */
  visit(): object
  onChange(): void
  /** Called with each complete message from the other side. */
  onMessage(message: Message): void
  /** Called when the server is reachable again. */
  onUp(): void
}

/** The visitor's conversation, kept up to date in all tabs by one stream. */
export function createConnection(options: ConnectionOptions) {
  const { api, storage, state, visit, onChange, onMessage, onUp } = options
  let joined: string | undefined
  /** Id of the last event received; the stream resumes after it. */
  let last = 0
  let recent: LiveEvent[] = []
  let refreshing: Promise<void> | undefined
  /** True if an event was missed and the conversation has not been fetched since. */
  let isMissing = false
  let tabs: Tabs<Word> | undefined
  let live: Live | undefined
  const signs = createSigns(state, onChange, onMessage)
  const deliver = createDelivery({ api, storage, state, visit, join, startOver })

  /** Follows the events of the visitor remembered by this browser, and shows their conversation. */
  function join(): void {
    const { token, conversation: id } = storage.read()
    if (state.conversation && state.conversation.id !== id) state.conversation = undefined
    if (joined !== token || !id) leave()
    if (!token || !id) return
    if (joined === token) {
      if (!state.conversation) refresh().catch(() => {})
      return
    }
    joined = token
    signs.setUp(false)
    const name = storage.key && `${storage.key}:${token.slice(-6)}`
    tabs = joinTabs<Word>({ name, lead, onHello: report, onMessage: handleMessage })
    refresh().catch(() => {})
  }

  function leave(): void {
    tabs?.leave()
    joined = undefined
    last = 0
    recent = []
    signs.setTyping(undefined)
    signs.setUp(true)
  }

  function lead(): () => void {
    // The previous leader may have stopped because its connection was lost.
    signs.setUp(false)
    live = followLive({
      connect,
      onEvent,
      onChange: onLink,
      onRefusal: (error) => isLost(error) && startOver(error),
    })
    const beat = setInterval(report, HEARTBEAT)
    return () => {
      clearInterval(beat)
      live!.stop()
    }
  }

  async function connect(signal: AbortSignal): Promise<Response> {
    if (!last) await refresh()
    signal.throwIfAborted()
    return api.stream(last, signal)
  }

  /** Fetches the conversation again and applies the events that arrived meanwhile. */
  function refresh(): Promise<void> {
    refreshing ??= fetchAfresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function fetchAfresh(): Promise<void> {
    const { conversation: id } = storage.read()
    if (!id) return
    isMissing = false
    try {
      const snapshot = await api.conversation(id)
      // Another conversation was selected meanwhile.
      if (storage.read().conversation !== id) return fetchAfresh()
      last ||= snapshot.cursor
      let known = fromSnapshot(snapshot, state.conversation)
      for (const event of recent) known = applyEvent(known, event) ?? known
      state.conversation = known
      onChange()
    } catch (error) {
      isMissing = true
      if (isLost(error)) startOver(error as ApiError)
      throw error
    }
  }

  /** Refetches the conversation if an event was missed and the connection is up. */
  function catchUp(): void {
    if (isMissing && signs.isUp) refresh().catch(() => {})
  }

  function report(): void {
    tabs?.post({ isUp: signs.isUp, last })
    catchUp()
  }

  function onLink(up: boolean): void {
    signs.setUp(up)
    report()
    if (up) onUp()
  }

  function onEvent({ id, type, data }: ServerSentEvent): void {
    const event = { id: id ? Number(id) : undefined, type, data: JSON.parse(data) }
    if (!isLiveEvent(event)) return
    if (type === 'ping') report()
    else {
      apply(event)
      tabs?.post({ event })
    }
  }

  function handleMessage(word: Word): void {
    if ('event' in word) apply(word.event)
    else {
      signs.setUp(word.isUp)
      // The leader started from a later snapshot, so this tab lacks the events in between.
      if (word.last > last) isMissing = true
      last = Math.max(last, word.last)
      catchUp()
    }
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'session.closed') {
      if (joined === storage.read().token) startOver({ status: 401 })
      return
    }
    if (event.id !== undefined) {
      last = Math.max(last, event.id)
      recent = [...recent.slice(1 - MAX_RECENT), event]
    }
    if (state.conversation) change(state.conversation, event)
  }

  function change(known: Conversation, event: LiveEvent): void {
    const next = applyEvent(known, event)
    if (!next) {
      isMissing = true
      catchUp()
    }
    if (!next || (next === known && event.type !== 'typing')) return
    state.conversation = next
    signs.notice(event)
    onChange()
  }

  /** Forgets the conversation; on a 401, the visitor as well. */
  function startOver({ status }: { readonly status: number }): void {
    storage.write({ conversation: undefined, opening: undefined, read: 0 })
    if (status === 401) storage.write({ token: undefined, subject: undefined })
    join()
  }

  return {
    join,
    leave,
    refresh,
    deliver,
    startOver,
    /** Call when the connection may have recovered or broken. */
    wake: () => live?.wake(),
    restart: () => live?.restart(),
  }
}
