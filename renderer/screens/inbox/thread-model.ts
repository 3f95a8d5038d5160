import { computed, signal } from '@preact/signals'
import type { Call } from '#contracts/client.ts'
import {
  type ConversationDetail,
  disableAi,
  enableAi,
  getConversation,
  readConversation,
} from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import { explain } from '../../api.ts'
import type { Live, LiveEvent } from '../../live.ts'
import { conversationOf } from './apply-to-inbox.ts'
import { applyToThread, withMessage } from './apply-to-thread.ts'

interface Needs {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly id: string
  /** Messages of the visitor that nobody has seen, at the time of opening. */
  readonly unread: number
  /** Told when everything up to now has been seen. */
  readonly onSeen?: () => void
}

/** A thread is read again at most this often, ms. */
const PAUSE = 1000

export type ThreadModel = ReturnType<typeof createThreadModel>

/** One conversation, kept true by the stream. */
export function createThreadModel({ call, live, id, unread, onSeen }: Needs) {
  const params = { uuid: id }
  const thread = signal<ConversationDetail>()
  const error = signal<string>()
  const notice = signal<string>()
  const isSwitching = signal(false)
  /** Sequence number of the first message that was unread when the thread was opened. */
  const firstUnread = signal<number>()
  /** Events that came while the thread was being read. */
  let early: LiveEvent[] | undefined
  let cursor = -1
  let seenSeq = 0
  let readAt = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const stop = [live.subscribe(hear), live.onResume(() => void load())]
  const messages = computed(() => thread.value?.messages ?? [])

  async function load(): Promise<void> {
    if (early || isOver) return
    const meanwhile: LiveEvent[] = []
    early = meanwhile
    error.value = undefined
    readAt = Date.now()
    try {
      open(await call(getConversation, { params }), meanwhile)
    } catch (failure) {
      if (thread.value) readAgain()
      else error.value = explain(failure)
    } finally {
      if (early === meanwhile) early = undefined
    }
  }

  /** Reads the thread once more, but never in a tight loop. */
  function readAgain(): void {
    const wait = Math.max(0, readAt + PAUSE - Date.now())
    again ??= setTimeout(() => {
      again = undefined
      void load()
    }, wait)
  }

  function open(detail: ConversationDetail, events: readonly LiveEvent[]): void {
    if (!thread.value) firstUnread.value = unreadFrom(detail.messages, unread)
    thread.value = detail
    cursor = detail.cursor
    early = undefined
    for (const event of events) hear(event)
  }

  function hear(event: LiveEvent): void {
    const about = conversationOf(event)
    if (about !== undefined && about !== id) return
    if (early) return void early.push(event)
    if (!thread.value || (event.id ?? Number.POSITIVE_INFINITY) <= cursor) return
    cursor = event.id ?? cursor
    change(applyToThread(thread.value, event))
  }

  function change(next: ConversationDetail | 'gap'): void {
    if (next === 'gap') readAgain()
    else thread.value = next
  }

  /** Marks everything as seen. */
  async function see(): Promise<void> {
    const last = messages.value.findLast(({ author }) => author === 'visitor')
    if (!last || last.seq <= seenSeq) return
    seenSeq = last.seq
    onSeen?.()
    // A mark that is lost is made up for by the next one.
    await call(readConversation, { params, body: { seq: last.seq } }).catch(() => undefined)
  }

  async function giveWord(toAi: boolean): Promise<void> {
    const before = thread.value
    if (!before || before.ai_enabled === toAi) return
    notice.value = undefined
    isSwitching.value = true
    thread.value = { ...before, ai_enabled: toAi }
    try {
      await call(toAi ? enableAi : disableAi, { params })
    } catch (failure) {
      thread.value = { ...thread.value!, ai_enabled: !toAi }
      notice.value = explain(failure)
      throw failure
    } finally {
      isSwitching.value = false
    }
  }

  return {
    id,
    thread,
    messages,
    error,
    /** What went wrong with a take-over or a hand-back. */
    notice,
    isSwitching,
    firstUnread,
    load,
    see,
    takeOver: () => giveWord(false),
    handBack: () => giveWord(true),
    /** A message that this app has sent, in case its answer is faster than the stream. */
    receive(message: Message): void {
      if (thread.value) change(withMessage(thread.value, message))
    },
    stop(): void {
      isOver = true
      clearTimeout(again)
      for (const end of stop) end()
    },
  }
}

function unreadFrom(messages: readonly Message[], unread: number): number | undefined {
  if (unread === 0) return undefined
  return messages.filter(({ author }) => author === 'visitor').at(-unread)?.seq
}
