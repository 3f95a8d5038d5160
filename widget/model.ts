import type { Api } from './api.ts'
import { createConnection } from './connection.ts'
import { lastSeq } from './conversation.ts'
import { diagnose } from './diagnosis.ts'
import { codePoints, MAX_MESSAGE } from './length.ts'
import { createOutbox } from './outbox.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'
import { createTypist } from './typist.ts'
import { uuid } from './uuid.ts'

/** A page that has just changed its address changes its title within this time, ms. */
const SETTLES = 500

interface ModelOptions {
  readonly assistant: string
  readonly api: Api
  readonly storage: Storage
  onChange(): void
}

export type ChatModel = ReturnType<typeof createModel>

/** State and verbs of the chat. */
export function createModel({ assistant: id, api, storage, onChange }: ModelOptions) {
  const state: State = {
    outbox: [],
    draft: storage.read().draft ?? '',
    isCut: false,
    announcement: '',
  }
  let isLoading = false
  let lastPage: string | undefined
  let pageTimer: ReturnType<typeof setTimeout> | undefined

  const connection = createConnection({
    api,
    storage,
    state,
    visit,
    onChange,
    onUp: () => outbox.drain(),
  })
  const outbox = createOutbox({ storage, deliver: connection.deliver, onChange: onOutbox })
  const typist = createTypist((active) => {
    const { conversation } = storage.read()
    const text = active && isShown() ? [...state.draft].slice(0, MAX_MESSAGE).join('') : undefined
    if (conversation) api.typing(conversation, active, text).catch(() => {})
  }, isShown)

  /** Whether the desk may see what is being typed. */
  function isShown(): boolean {
    return state.assistant?.draft_preview === true
  }

  function onOutbox(): void {
    state.outbox = outbox.entries()
    onChange()
  }

  /** Without the page's query, which can hold what is nobody's business. */
  function visit() {
    const [page_url = ''] = location.href.split(/[?#]/)
    return {
      assistant_id: id,
      page_url: /^http/.test(page_url) ? page_url : undefined,
      page_title: [...document.title].slice(0, 150).join(''),
      language: navigator.language,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  }

  /** Fetches what is public about the assistant, until it is here or known to be gone. */
  async function load(): Promise<void> {
    if (state.assistant || isLoading || state.trouble === 'gone') return
    isLoading = true
    state.trouble = undefined
    onChange()
    try {
      state.assistant = await api.assistant(id)
    } catch (error) {
      state.trouble = await diagnose(error, api, id)
    }
    isLoading = false
    onChange()
  }

  /** Takes over what this browser remembers, which another tab may have changed. */
  function recall(): void {
    connection.join()
    onOutbox()
  }

  /** Continues where this browser left off. */
  function resume(): void {
    recall()
    outbox.drain()
  }

  /** The network may be back, or somebody looks again. */
  function wake(): void {
    connection.wake()
    outbox.drain()
    if (state.trouble === 'unreachable') load()
  }

  function pause(): void {
    clearTimeout(pageTimer)
    connection.leave()
    outbox.stop()
  }

  function write(draft: string): void {
    state.draft = draft
    storage.write({ draft })
    if (draft) typist.type()
    else typist.stop()
    onChange()
  }

  /** Sends what has been written, unless it is nothing or too long. */
  function send(): void {
    const content = state.draft.trim()
    if (!content || codePoints(content) > MAX_MESSAGE) return
    outbox.add({
      client_id: uuid(),
      content,
      created_at: new Date().toISOString(),
      status: 'sending',
    })
    write('')
  }

  /** Takes back a message that was refused, to write it differently. */
  function edit(client_id: string): void {
    const entry = outbox.take(client_id)
    write([entry?.content, state.draft].filter(Boolean).join('\n'))
  }

  /** Ends this conversation here; the next message begins another. */
  function startOver(): void {
    connection.startOver({ status: 0 })
  }

  /** How many messages of others have not been seen; none when somebody is looking. */
  function countUnread(isLooking: boolean): number {
    const { read = 0 } = storage.read()
    const unread = (state.conversation?.messages ?? []).filter(
      ({ author, seq }) => author !== 'visitor' && seq > read,
    )
    if (!isLooking) return unread.length
    if (unread.length > 0) see(lastSeq(unread))
    return 0
  }

  function see(seq: number): void {
    storage.write({ read: seq })
    api.read(state.conversation!.id, seq).catch(() => {})
  }

  /** Says which page a known visitor is on, once its title had time to change with it. */
  function sayPage(): void {
    clearTimeout(pageTimer)
    pageTimer = setTimeout(() => {
      const { page_url, page_title } = visit()
      if (!page_url || page_url === lastPage || !storage.read().token) return
      lastPage = page_url
      api.visit({ page_url, page_title }).catch(() => {})
    }, SETTLES)
  }

  return {
    state,
    load,
    visit: sayPage,
    recall,
    resume,
    wake,
    pause,
    write,
    send,
    edit,
    startOver,
    countUnread,
    retry: outbox.retry,
    restart: connection.restart,
    /** Whether this browser remembers a conversation that is not here yet. */
    isRemembering: () => !state.conversation && storage.read().conversation !== undefined,
  }
}
