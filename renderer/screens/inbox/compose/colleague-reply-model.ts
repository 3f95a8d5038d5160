import { computed, effect, signal } from '@preact/signals'
import type { ConversationDetail } from '#contracts/conversations.ts'

type Thread = Pick<ConversationDetail, 'messages' | 'approvals'>

interface Needs {
  readonly thread: () => Thread | undefined
  /** True while there is an unsent reply. */
  readonly isWriting: () => boolean
  /** The signed-in operator, once known. */
  readonly me: () => { readonly id: number; readonly name: string } | undefined
}

/** A reply of a colleague. */
interface ColleagueReply {
  readonly seq: number
  readonly name: string
  readonly content: string
}

export type ColleagueReplyModel = ReturnType<typeof createColleagueReplyModel>

/** A reply of a colleague that arrived while another one is being written: shown until it is read, and asked about before sending. */
export function createColleagueReplyModel({ thread, isWriting, me }: Needs) {
  /** Messages up to this one were there before the unsent reply, or have been read. */
  const known = signal<number>()
  /** Sends the reply that the operator is asked about. */
  const asked = signal<() => void>()

  const reply = computed(() => {
    const now = thread()
    const from = known.value
    if (!now || from === undefined || !isWriting()) return undefined
    const later = now.messages.filter(({ seq }) => seq > from)
    return later.map((message) => byColleague(message, now)).findLast((one) => one !== undefined)
  })

  /** A message as a colleague's reply: written by one, or the assistant's draft that one approved. */
  function byColleague(
    { id, seq, author, author_id, author_name, content }: Thread['messages'][number],
    { approvals }: Thread,
  ): ColleagueReply | undefined {
    const self = me()
    if (!self) return undefined
    if (author === 'operator') {
      // A program has only a name, that of its key's owner.
      const isOwn = author_id === undefined ? author_name === self.name : author_id === self.id
      return isOwn ? undefined : { seq, name: author_name, content }
    }
    const approver = approvals.find(({ message_id }) => message_id === id)?.by
    return !approver || approver.id === self.id ? undefined : { seq, name: approver.name, content }
  }

  const newest = () => thread()?.messages.at(-1)?.seq

  const stop = effect(() => {
    const last = newest()
    if (last !== undefined && (known.peek() === undefined || !isWriting())) known.value = last
  })

  function read(): void {
    known.value = newest()
  }

  return {
    reply,
    /** True while the operator is asked whether to send. */
    isAsking: computed(() => asked.value !== undefined),
    /** The unsent reply is from an earlier time: whatever came after it is news to it. */
    startAt(at: string): void {
      known.value = thread()?.messages.findLast(({ created_at }) => created_at <= at)?.seq ?? 0
    },
    read,
    /** Asks before sending, once for each reply of a colleague; false if there is nothing to ask. */
    ask(send: () => void): boolean {
      if (!reply.value) return false
      asked.value = send
      return true
    },
    /** Answers the question. */
    decide(isSending: boolean): void {
      const send = asked.value
      asked.value = undefined
      read()
      if (isSending) send?.()
    },
    stop,
  }
}
