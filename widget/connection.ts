import type { Author } from '#contracts/messages.ts'
import { type Api, ApiError } from './api.ts'
import {
  applyEvent,
  type Conversation,
  fromSnapshot,
  type LiveEvent,
  withMessage,
} from './conversation.ts'
import { followLive, type Live } from './live.ts'
import type { ServerSentEvent } from './sse.ts'
import type { State } from './state.ts'
import type { Entry, Storage } from './storage.ts'
import { joinTabs, type Tabs } from './tabs.ts'
import { uuid } from './uuid.ts'

/** A cut that is over sooner is nobody's concern, ms. */
const CUT_SHOWN_AFTER = 2000
/** Somebody who types says so again before this is over, ms. */
const TYPING_LASTS = 8000

/** What the leading tab tells the others: an event of its stream, or how everything stands. */
type Word =
  | { readonly event: LiveEvent }
  | { readonly conversation: Conversation | undefined; readonly isUp: boolean }

interface ConnectionOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  /** What a new visitor says about this visit. */
  visit(): object
  onChange(): void
  /** The server can be reached again. */
  onUp(): void
}

/** The visitor's conversation: begun with the first message, kept current in all tabs by one stream. */
export function createConnection(options: ConnectionOptions) {
  const { api, storage, state, visit, onChange, onUp } = options
  let isUp = true
  let hasGap = false
  let joined: string | undefined
  let tabs: Tabs<Word> | undefined
  let live: Live | undefined
  let cutTimer: ReturnType<typeof setTimeout> | undefined
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  /** Follows the conversation that this browser remembers, if there is one. */
  function join(): void {
    const { conversation: id } = storage.read()
    if (joined === id) return
    leave()
    if (state.conversation?.id !== id) state.conversation = undefined
    joined = id
    if (!id) return
    setUp(false)
    tabs = joinTabs<Word>({ name: `parley:${id}`, lead, onHello: report, onMessage: hear })
  }

  function leave(): void {
    tabs?.leave()
    joined = undefined
    setTyping(undefined)
    setUp(true)
  }

  function lead(): () => void {
    live = followLive({ connect, onEvent, onChange: onLink, onRefusal })
    return live.stop
  }

  async function connect(signal: AbortSignal): Promise<Response> {
    if (!state.conversation || hasGap) {
      const snapshot = await api.conversation(joined!)
      signal.throwIfAborted()
      show(fromSnapshot(snapshot))
      hasGap = false
      report()
    }
    return api.stream(state.conversation!.cursor, signal)
  }

  function show(conversation: Conversation): void {
    state.conversation = conversation
    onChange()
  }

  function report(): void {
    tabs?.post({ conversation: state.conversation, isUp })
  }

  function onLink(up: boolean): void {
    setUp(up)
    report()
    if (up) onUp()
  }

  function onRefusal(error: ApiError): void {
    if (isLost(error)) startOver(error)
    else hasGap = true
  }

  function onEvent({ id, type, data }: ServerSentEvent): void {
    const event = { id: id ? Number(id) : undefined, type, data: JSON.parse(data) } as LiveEvent
    apply(event)
    tabs?.post({ event })
  }

  function hear(word: Word): void {
    if ('event' in word) {
      apply(word.event)
      return
    }
    if (word.conversation) show(word.conversation)
    setUp(word.isUp)
  }

  function apply(event: LiveEvent): void {
    const { conversation } = state
    const next = conversation && applyEvent(conversation, event)
    if (next) {
      if (next !== conversation || event.type === 'typing') notice(event)
      show(next)
    } else if (conversation) recover()
  }

  /** Something was missed: the leader fetches everything afresh, the others ask it. */
  function recover(): void {
    hasGap = true
    live?.restart()
    tabs?.ask()
  }

  function notice({ type, data }: LiveEvent): void {
    if (type === 'typing' && data.author !== 'visitor') {
      setTyping(data.active ? data.author : undefined)
    }
    if (type !== 'message.created' && type !== 'message.updated') return
    const { author, author_name, status, content } = data.message
    if (author === 'visitor') return
    setTyping(undefined)
    if (status !== 'streaming') state.announcement = `${author_name}: ${content}`
  }

  function setTyping(author: Author | undefined): void {
    clearTimeout(typingTimer)
    if (author) typingTimer = setTimeout(() => setTyping(undefined), TYPING_LASTS)
    state.typing = author
    onChange()
  }

  function setUp(up: boolean): void {
    if (up === isUp) return
    isUp = up
    clearTimeout(cutTimer)
    if (up) setCut(false)
    else cutTimer = setTimeout(() => setCut(true), CUT_SHOWN_AFTER)
  }

  function setCut(isCut: boolean): void {
    state.isCut = isCut
    onChange()
  }

  /** Hands a message to the server, as a new visitor or in a new conversation where the old one is lost. */
  async function deliver(entry: Entry): Promise<void> {
    try {
      await send(entry)
    } catch (error) {
      if (!isLost(error)) throw error
      startOver(error as ApiError)
      await send(entry)
    }
  }

  async function send({ client_id, content }: Entry): Promise<void> {
    const id = await begin()
    const { data } = await api.send(id, { client_id, content })
    if (state.conversation?.id === id) show(withMessage(state.conversation, data))
  }

  /** The visitor's conversation, made when there is none, and the visitor too. */
  async function begin(): Promise<string> {
    if (!storage.read().token) storage.write({ token: (await api.openSession(visit())).token })
    const { conversation, opening = uuid() } = storage.read()
    if (conversation) return conversation
    storage.write({ opening })
    const snapshot = await api.openConversation(opening)
    storage.write({ conversation: snapshot.id, opening: undefined })
    show(fromSnapshot(snapshot))
    join()
    return snapshot.id
  }

  /** Forgets the conversation, and the visitor too when it is the visitor that the server does not know. */
  function startOver({ status }: { readonly status: number }): void {
    storage.write({ conversation: undefined, opening: undefined, read: 0 })
    if (status === 401) storage.write({ token: undefined })
    join()
  }

  return {
    join,
    leave,
    deliver,
    startOver,
    /** The connection may work again, or no longer. */
    wake: () => live?.wake(),
    restart: () => live?.restart(),
  }
}

/** Whether Parley itself says that it does not know this visitor or conversation; a proxy's 404 has no message. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && [401, 404].includes(error.status) && error.message !== ''
}
