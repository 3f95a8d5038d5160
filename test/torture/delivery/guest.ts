import { createApi } from '../../../widget/api.ts'
import { type ChatModel, createModel } from '../../../widget/model.ts'
import { createShelf } from '../../../widget/shelf.ts'
import { createStorage } from '../../../widget/storage.ts'
import { watchPage } from '../../../widget/watch-page.ts'

/*
 * A website's page in a real browser, with many visitors' chats at once: the widget's own modules on the
 * browser's own storage, locks and channels, each chat with its own name and its own address of Parley. The
 * page's URL lists the chats, so that a restored page continues by itself.
 */

/** State of a chat as its page shows it. */
export interface Seen {
  readonly guest: number
  readonly conversation: string | undefined
  readonly messages: readonly SeenMessage[]
  readonly waiting: number
  readonly isCut: boolean
}

export interface SeenMessage {
  readonly id: number
  readonly seq: number
  readonly author: string
  readonly content: string
  readonly status: string
}

interface Chat {
  readonly model: ChatModel
  isCut: boolean
  /** Time of its last change. */
  changedAt: number
}

/** Interval at which the displayed state is checked, ms. */
const LOOK = 100

const query = new URLSearchParams(location.search)
const assistant = query.get('assistant')!
const all = new Map<number, Chat>()
for (const guest of query.get('guests')!.split(',').map(Number)) all.set(guest, open(guest))

function open(guest: number): Chat {
  const storage = createStorage(`${assistant}:${guest}:`)
  const origin = `http://v${guest}.localhost:${query.get('port')}`
  const model = createModel({
    assistant,
    api: createApi(origin, () => storage.read().token),
    storage,
    shelf: createShelf(storage.key),
    attend: () => undefined,
    diagnose: async () => 'unreachable',
    onMessage() {},
    onChange() {
      const { isCut } = model.state
      if (isCut !== chat.isCut) Object.assign(chat, { isCut, changedAt: Date.now() })
    },
  })
  const chat = { model, isCut: false, changedAt: Date.now() }
  setInterval(() => model.countUnread(!document.hidden), LOOK)
  const { signal } = new AbortController()
  watchPage({ model, storage, signal, onVisit() {}, onChange() {} })
  model.resume()
  void model.load()
  return chat
}

/** Commands from the browser's driver to a page. */
export const chats = {
  /**
   * Types a line and sends it; resolves when the chat has accepted it. When repeated after a page died, it
   * checks whether the line was typed at all, and sends only what is still in the field, as a person would.
   */
  async type(guest: number, line: number, text: string): Promise<'sent' | 'kept' | 'seen'> {
    const { model } = all.get(guest)!
    const mark = `typed:${guest}:${line}`
    if (!localStorage[mark]) {
      localStorage[mark] = 'yes'
      model.write(text)
      await model.send()
      return 'sent'
    }
    if (model.state.draft !== text) return 'kept'
    if (await isShown(model, text)) {
      model.write('')
      return 'seen'
    }
    await model.send()
    return 'sent'
  },

  seen: (): Seen[] => [...all].map(([guest, chat]) => look(guest, chat)),

  /** Resolves to the time when a chat started, or stopped, reporting that it is out of date. */
  async cut(guest: number, isCut: boolean, patience: number): Promise<number | undefined> {
    const chat = all.get(guest)!
    for (const end = Date.now() + patience; Date.now() < end; await pause(25)) {
      if (chat.isCut === isCut) return chat.changedAt
    }
    return undefined
  },

  /** Dispatches the browser's online or offline event. */
  tell: (network: 'online' | 'offline'): void => void dispatchEvent(new Event(network)),
}

declare global {
  interface Window {
    readonly chats: typeof chats
  }
}

Object.assign(window, { chats })

/** Resolves, once the log is there, to true when it contains a line. */
async function isShown(model: ChatModel, text: string): Promise<boolean> {
  const { outbox, connection } = model.tools
  for (;;) {
    await outbox.refresh()
    const isWaiting = model.state.outbox.some(({ content }) => content === text)
    if (isWaiting) return true
    const isKnown = await connection.refresh().then(
      () => true,
      () => false,
    )
    if (isKnown) break
    await pause(500)
  }
  return (model.state.conversation?.messages ?? []).some(({ content }) => content === text)
}

function look(guest: number, { model: { state } }: Chat): Seen {
  const { conversation, outbox, isCut } = state
  return {
    guest,
    conversation: conversation?.id,
    messages: (conversation?.messages ?? []).map(({ id, seq, author, content, status }) => ({
      id,
      seq,
      author,
      content,
      status,
    })),
    waiting: outbox.length,
    isCut,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
