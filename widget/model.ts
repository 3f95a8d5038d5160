import { localTimezone } from '#contracts/local-timezone.ts'
import type { Message } from '#contracts/messages.ts'
import type { Api } from './api.ts'
import { createConnection } from './connection.ts'
import type { Attending } from './more/attending.ts'
import type { Trouble } from './more/diagnosis.ts'
import { createOutbox } from './outbox.ts'
import { aboutPage } from './page.ts'
import type { Shelf } from './shelf.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'
import { createUnread } from './unread.ts'
import { createWriting } from './writing.ts'

interface ModelOptions {
  readonly assistant: string
  readonly api: Api
  readonly storage: Storage
  readonly shelf: Shelf
  onChange(): void
  /** Reports a known visitor's activity to the desk; undefined for unknown visitors and until that part is loaded. */
  attend(): Attending | undefined
  /** Determines why the assistant is not available; undefined if an answer pack stands in for it. */
  diagnose(error: unknown): Promise<Trouble | undefined>
  /** Called with each complete message from the other side. */
  onMessage(message: Message): void
}

/** First and longest wait before the assistant is requested again, ms. */
const INITIAL_DELAY = 3000
const MAX_DELAY = 60_000

export type ChatModel = ReturnType<typeof createModel>

/** State and actions of the chat. */
export function createModel(options: ModelOptions) {
  const { assistant: id, api, storage, shelf, onChange, onMessage, diagnose, attend } = options
  const state: State = {
    outbox: [],
    draft: storage.read().draft ?? '',
    files: [],
    problem: '',
    isCut: false,
    announcements: [],
    notice: '',
    isMenuOpen: false,
    isChoosing: false,
  }
  let isLoading = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const visit = () => ({
    assistant_id: id,
    ...aboutPage(),
    language: navigator.language,
    timezone: localTimezone(),
  })
  const connection = createConnection({
    api,
    storage,
    state,
    visit,
    onChange,
    onMessage(message) {
      state.announcements.push(`${message.author_name}: ${message.content}`)
      onMessage(message)
    },
    onUp: () => outbox.hurry(),
  })
  const outbox = createOutbox({ storage, shelf, deliver: connection.deliver, onChange: onOutbox })
  function onOutbox(): void {
    state.outbox = outbox.list()
    onChange()
  }

  function set(change: Partial<State>): void {
    Object.assign(state, change)
    onChange()
  }

  /**
   * Fetches the assistant's public data, retrying until it is loaded or known to be gone; only `isQuiet` attempts are
   * hidden.
   */
  async function load(isQuiet = false): Promise<void> {
    if (state.assistant || isLoading) return
    clearTimeout(retry)
    isLoading = true
    if (!isQuiet) set({ trouble: undefined })
    try {
      state.assistant = await api.assistant(id)
      state.trouble = undefined
    } catch (error) {
      state.trouble = await diagnose(error)
      const wait = Math.min(MAX_DELAY, INITIAL_DELAY * 2 ** failures)
      failures += 1
      if (state.trouble !== 'gone') retry = setTimeout(load, wait * (1 + Math.random() / 2), true)
    }
    isLoading = false
    onChange()
  }

  /** Loads what this browser remembers, which another tab may have changed. */
  function recall(): void {
    connection.join()
    outbox.refresh()
  }

  /** Resumes where this browser left off. */
  function resume(): void {
    connection.join()
    outbox.hurry()
    if (state.trouble) load(true)
  }

  /** Reconnects when the network may be back or the page is visible again. */
  function wake(): void {
    connection.wake()
    if (storage.read().conversation) connection.refresh().catch(() => {})
    outbox.hurry()
    if (state.trouble) load(true)
  }

  function pause(): void {
    clearTimeout(retry)
    connection.leave()
    outbox.stop()
  }

  /** Closes what is in front of the conversation, and says whether there was anything. */
  function dismiss(): boolean {
    const isCovered = Boolean(state.isMenuOpen || state.isChoosing || state.pane)
    if (isCovered) set({ isMenuOpen: false, isChoosing: false, pane: undefined })
    return isCovered
  }

  /** Gives the assistant details about the visitor. */
  async function setVariables(variables: Readonly<Record<string, unknown>>): Promise<void> {
    storage.write({ variables: { ...storage.read().variables, ...variables } })
    const { conversation } = storage.read()
    if (conversation) {
      const path = `conversations/${conversation}/variables`
      await api.call(path, { variables }, 'PUT').catch(() => {})
    }
    onChange()
  }

  return {
    state,
    set,
    load,
    recall,
    resume,
    wake,
    pause,
    ...createWriting({ state, storage, outbox, attend, set }),
    dismiss,
    setVariables,
    countUnread: createUnread({ state, storage, api }),
    retry: outbox.retry,
    restart: connection.restart,
    /** Stops the answer being written. */
    stop: () => api.stop(state.conversation!.id).catch(() => {}),
    /** Dependencies of the less common actions. */
    tools: { api, storage, connection, outbox, visit },
    /** Details given by the website and the visitor. */
    variables: () => storage.read().variables ?? {},
    /** Reports whether this browser remembers a conversation that is not loaded yet. */
    isRemembering: () => !state.conversation && storage.read().conversation !== undefined,
  }
}
