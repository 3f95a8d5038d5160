import type { Message } from '#contracts/messages.ts'
import type { Api, ApiError } from './api.ts'
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

/** Between two words of the leading tab, ms: the others take its place when it says nothing. */
const BEAT = 2000
/** Events that are kept for a snapshot that is on its way. */
const KEPT = 200

/** Messages from the leading tab to the others: an event of its stream, or its state. */
type Word = { readonly event: LiveEvent } | { readonly isUp: boolean; readonly last: number }

interface ConnectionOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  /** Facts about the visit of a new visitor. */
  visit(): object
  onChange(): void
  /** A whole message of somebody else is here. */
  onMessage(message: Message): void
  /** The server can be reached again. */
  onUp(): void
}

/** The visitor's conversation, kept current in all tabs by one stream. */
export function createConnection(options: ConnectionOptions) {
  const { api, storage, state, visit, onChange, onMessage, onUp } = options
  let joined: string | undefined
  /** Id of the last event of the stream: it resumes there. */
  let last = 0
  let recent: LiveEvent[] = []
  let refreshing: Promise<void> | undefined
  /** Something was missed, and what is shown was not fetched since. */
  let isMissing = false
  let tabs: Tabs<Word> | undefined
  let live: Live | undefined
  const signs = createSigns(state, onChange, onMessage)
  const deliver = createDelivery({ api, storage, state, visit, join, startOver })

  /** Follows what happens to the visitor that this browser remembers, and shows their conversation. */
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
    const name = `${storage.key}:${token.slice(-6)}`
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
    // The one who led before may have gone with the network.
    signs.setUp(false)
    live = followLive({
      connect,
      onEvent,
      onChange: onLink,
      onRefusal: (error) => isLost(error) && startOver(error),
    })
    const beat = setInterval(report, BEAT)
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

  /** Fetches the conversation afresh, and adds what happened while it was on its way. */
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
      // Another one was chosen meanwhile.
      if (storage.read().conversation !== id) return fetchAfresh()
      last ||= snapshot.cursor
      let known = fromSnapshot(snapshot)
      for (const event of recent) known = applyEvent(known, event) ?? known
      state.conversation = known
      onChange()
    } catch (error) {
      isMissing = true
      if (isLost(error)) startOver(error as ApiError)
      throw error
    }
  }

  /** Fetches what was missed, where that has failed or came too early. */
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
      // It began with what it had fetched, later than this tab.
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
      recent = [...recent.slice(1 - KEPT), event]
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

  /** Forgets the conversation, and the visitor too when it is the visitor that the server does not know. */
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
    /** The connection may work again, or no longer. */
    wake: () => live?.wake(),
    restart: () => live?.restart(),
  }
}
