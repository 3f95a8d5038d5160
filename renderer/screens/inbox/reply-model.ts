import { signal } from '@preact/signals'
import type { Call } from '#contracts/client.ts'
import { replyToConversation, typeInConversation } from '#contracts/conversations.ts'
import { MAX_MESSAGE, type Message } from '#contracts/messages.ts'
import { explain, fieldErrors, isPassing } from '../../api.ts'
import { type Keep, stored } from '../../storage.ts'
import { keepOutbox, type Outgoing, readOutbox } from './outbox.ts'
import { createTypist } from './typist.ts'

interface Needs {
  readonly call: Call
  readonly storage: Keep
  readonly conversation: string
  /** Makes sure that a person has the word; rejects when that fails. */
  readonly takeWord: () => Promise<void>
  readonly onSent: (message: Message) => void
}

export type ReplyModel = ReturnType<typeof createReplyModel>

/** Writing to one visitor: the draft, what is on its way, and what could not be sent. */
export function createReplyModel({ call, storage, conversation, takeWord, onSent }: Needs) {
  const params = { uuid: conversation }
  const draft = stored(storage, `parley.draft.${conversation}`, (text) => text, '')
  const outbox = signal(readOutbox(storage, conversation))
  const error = signal<string>()
  const typist = createTypist((active) => {
    // A typing sign that is lost is no loss.
    call(typeInConversation, { params, body: { active } }).catch(() => undefined)
  })

  function type(text: string): void {
    draft.value = text
    error.value = undefined
    if (text.trim() === '') typist.stop()
    else typist.type()
  }

  async function send(): Promise<void> {
    const content = draft.value
    error.value = tooLong(content)
    if (content.trim() === '' || error.value) return
    draft.value = ''
    typist.stop()
    await deliver({
      client_id: crypto.randomUUID(),
      content,
      created_at: new Date().toISOString(),
      state: 'sending',
    })
  }

  /** Sends the same reply again under the same id: it arrives once, however often this is called. */
  async function retry(id: string): Promise<void> {
    const entry = outbox.value.find(({ client_id }) => client_id === id)
    if (entry?.state !== 'not-sent') return
    const { reason: _, ...again } = entry
    await deliver({ ...again, state: 'sending' })
  }

  async function deliver(entry: Outgoing): Promise<void> {
    put(entry)
    const { client_id, content } = entry
    try {
      await takeWord()
      const body = { client_id, content }
      const { data } = await call(replyToConversation, { params, body })
      onSent(data)
      discard(client_id)
    } catch (failure) {
      refuse(entry, failure)
    }
  }

  function refuse(entry: Outgoing, failure: unknown): void {
    const reason = fieldErrors(failure)?.['content'] ?? explain(failure)
    if (isPassing(failure) || draft.value !== '') {
      put({ ...entry, state: 'not-sent', reason })
      return
    }
    discard(entry.client_id)
    draft.value = entry.content
    error.value = reason
  }

  function put(entry: Outgoing): void {
    const others = outbox.value.filter(({ client_id }) => client_id !== entry.client_id)
    setOutbox([...others, entry])
  }

  function discard(id: string): void {
    setOutbox(outbox.value.filter(({ client_id }) => client_id !== id))
  }

  function setOutbox(entries: readonly Outgoing[]): void {
    outbox.value = entries
    keepOutbox(storage, conversation, entries)
  }

  return {
    draft,
    outbox,
    error,
    type,
    send,
    retry,
    discard,
    /** Leaves the conversation; the draft stays. */
    stop: typist.stop,
  }
}

/** Says so when a reply has more code points than a message may have. */
function tooLong(text: string): string | undefined {
  const length = [...text].length
  return length > MAX_MESSAGE
    ? `A message holds ${MAX_MESSAGE} characters; this one has ${length}.`
    : undefined
}
