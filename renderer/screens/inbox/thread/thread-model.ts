import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { PendingAnswer } from '#contracts/hold-fields.ts'
import type { Message } from '#contracts/messages.ts'
import type { Note } from '#contracts/notes.ts'
import type { Proposal } from '#contracts/proposal-fields.ts'
import { type Api, explain } from '../../../app/api.ts'
import { conversationOf } from '../../../app/inbox/apply-to-inbox.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import { withDial, withProposal } from './apply-to-dial.ts'
import { applyToThread, joined, withMessage, withNote } from './apply-to-thread.ts'
import { createDialModel } from './dial-model.ts'
import { createThreadParts, PART } from './thread-parts.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly id: string
  /** Sequence number of the message to open at; by default the first unread one, or the end. */
  readonly openAt?: number | undefined
  /** The operator’s reading counts; true unless they may only look. */
  readonly marksRead?: boolean
  /** Called when everything so far has been marked as read. */
  readonly onSeen?: () => void
  /** Id of the signed-in operator, once known. */
  readonly me?: () => number | undefined
}

/** Minimum interval between reloads of a thread, ms. */
const PAUSE = 1000

export type ThreadModel = ReturnType<typeof createThreadModel>

/** A conversation kept up to date by the stream: a range of its messages, extended as the user scrolls. */
export function createThreadModel({ api, live, id, openAt, marksRead = true, onSeen, me }: Needs) {
  const params = { uuid: id }
  const thread = signal<ConversationDetail>()
  const error = signal<string>()
  /** Sequence number of the first message that was unread when the thread was opened. */
  const firstUnread = signal<number>()
  /** Events that arrived while the thread was loading. */
  let early: LiveEvent[] | undefined
  let cursor = -1
  let seenSeq = 0
  let readAt = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const stop = [live.subscribe(handleEvent), live.onResume(() => void load())]
  const messages = computed(() => thread.value?.messages ?? [])
  const parts = createThreadParts({ api, id, thread })
  const { hasNewer } = parts

  async function load(): Promise<void> {
    if (early || isClosed) return
    const meanwhile: LiveEvent[] = []
    early = meanwhile
    error.value = undefined
    readAt = Date.now()
    try {
      open(await api.getConversation({ params, query: whichPart() }), meanwhile)
    } catch (failure) {
      const isGone = failure instanceof ApiError && failure.status === 404
      if (isGone) thread.value = undefined
      if (thread.value) readAgain()
      else error.value = explain(failure)
    } finally {
      if (early === meanwhile) early = undefined
    }
  }

  /** The range to load: the initial one or, after a reconnect, the current one. */
  function whichPart() {
    const known = messages.value
    if (known.length === 0) return { limit: String(PART), around: String(openAt ?? 'unread') }
    if (!hasNewer.value) return { limit: String(PART) }
    return { limit: String(PART), around: String(known[Math.floor(known.length / 3)]!.seq) }
  }

  /** Reloads the thread, at a limited rate. */
  function readAgain(): void {
    if (isClosed) return
    const wait = Math.max(0, readAt + PAUSE - Date.now())
    retryTimer ??= setTimeout(() => {
      retryTimer = undefined
      void load()
    }, wait)
  }

  function open(detail: ConversationDetail, events: readonly LiveEvent[]): void {
    if (isClosed) return
    if (!thread.value) firstUnread.value = unreadIn(detail)
    thread.value = { ...detail, messages: joined(messages.value, detail.messages) }
    cursor = detail.cursor
    early = undefined
    for (const event of events) handleEvent(event)
  }

  function handleEvent(event: LiveEvent): void {
    const about = conversationOf(event)
    if (about !== undefined && about !== id) return
    if (event.type === 'conversation.deleted') return void leave()
    if (early) return void early.push(event)
    if (!thread.value || (event.id ?? Number.POSITIVE_INFINITY) <= cursor) return
    cursor = event.id ?? cursor
    if (event.type === 'drafting' && event.data.by.id === me?.()) return
    change(applyToThread(thread.value, event))
  }

  /** The conversation was deleted: reloading shows it. */
  function leave(): void {
    thread.value = undefined
    early = undefined
    void load()
  }

  function change(next: ConversationDetail | 'gap'): void {
    if (next === 'gap') readAgain()
    else thread.value = next
  }

  /** Marks everything as read. */
  async function markRead(): Promise<void> {
    const last = messages.value.findLast(({ author }) => author === 'visitor')
    if (
      !marksRead ||
      !last ||
      hasNewer.value ||
      last.seq <= Math.max(seenSeq, thread.value!.read_seq)
    )
      return
    seenSeq = last.seq
    onSeen?.()
    // A failed update is covered by the next one.
    await api.readConversation({ params, body: { seq: last.seq } }).catch(() => undefined)
  }

  const dial = createDialModel({
    api,
    id,
    thread: () => thread.value,
    onTurned: (stands) => {
      if (thread.value) thread.value = withDial(thread.value, stands)
    },
    ...(me && { me }),
  })

  return {
    id,
    thread,
    messages,
    error,
    /** Current answering mode. */
    dial,
    firstUnread,
    ...parts,
    load,
    markRead,
    /** Asks the assistant to continue its answer, which arrives over the stream; false if it cannot. */
    goOn: (): Promise<boolean> =>
      api.continueAnswer({ params }).then(
        ({ data }) => data !== null,
        () => false,
      ),
    /** Applies a draft from a response, which may be faster than the stream. */
    propose(proposal: Proposal): void {
      if (thread.value) thread.value = withProposal(thread.value, proposal)
    },
    /** Applies the state of the pending answer from a response. */
    suspend(pending: PendingAnswer | null): void {
      if (thread.value) thread.value = { ...thread.value, pending_answer: pending }
    },
    /** Applies a message that this app has sent; the response may be faster than the stream. */
    receive(message: Message): void {
      if (thread.value) change(withMessage(thread.value, message))
    },
    /** Applies a note that this app has written, restored or deleted. */
    receiveNote(note: Note): void {
      if (thread.value)
        thread.value = { ...thread.value, notes: withNote(thread.value.notes, note) }
    },
    forgetNote(noteId: number): void {
      if (!thread.value) return
      const notes = thread.value.notes.filter((note) => note.id !== noteId)
      thread.value = { ...thread.value, notes }
    },
    /** Applies a correction of the visitor's details made here. */
    correct(details: Partial<NonNullable<ConversationDetail['visitor']>>): void {
      const { visitor } = thread.value ?? {}
      if (visitor) thread.value = { ...thread.value!, visitor: { ...visitor, ...details } }
    },
    stop(): void {
      isClosed = true
      clearTimeout(retryTimer)
      for (const end of stop) end()
    },
  }
}

/** Sequence number of the first loaded visitor message that has not been read. */
function unreadIn({ messages, read_seq }: ConversationDetail): number | undefined {
  return messages.find(({ author, seq }) => author === 'visitor' && seq > read_seq)?.seq
}
