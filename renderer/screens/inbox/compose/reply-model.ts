import { effect, signal } from '@preact/signals'
import { MAX_REPLY } from '#contracts/constants.ts'
import type { Message } from '#contracts/messages.ts'
import { type Api, explain, fieldErrors, isPassing } from '../../../app/api.ts'
import { keepOutbox, type Outgoing, readOutbox } from '../../../app/inbox/outbox.ts'
import type { Keep } from '../../../app/storage.ts'
import { t } from '../../../locales/translate.ts'
import { namesOfGaps } from './canned-fill.ts'
import type { DraftModel } from './draft-model.ts'
import { createTypist } from './typist.ts'
import type { UploadsModel } from './uploads-model.ts'

interface Needs {
  readonly api: Api
  readonly storage: Keep
  readonly conversation: string
  readonly draft: DraftModel
  readonly uploads: UploadsModel
  /** Ensures that the assistant does not answer in parallel; rejects on failure. */
  readonly takeOver: () => Promise<void>
  readonly onSent: (message: Message) => void
  /** Asks before sending, if there is something to ask, and returns true; sends if the answer is yes. */
  readonly askFirst: (send: () => void) => boolean
  /** Sequence number of the conversation's newest message. */
  readonly newest: () => number
  /** Called when a reply that is to end the conversation was sent; not `isLatest` if others wrote before it arrived. */
  readonly onResolve: (isLatest: boolean) => void
  /** Called when the operator starts or stops writing a reply. */
  readonly onReplying?: (isReplying: boolean) => void
}

export type ReplyModel = ReturnType<typeof createReplyModel>

/** Replies to a visitor: the draft, those being sent, and those that failed. */
export function createReplyModel(needs: Needs) {
  const { api, storage, conversation, draft, uploads, takeOver, onSent, onReplying } = needs
  const params = { uuid: conversation }
  const outbox = signal(readOutbox(storage, conversation))
  const error = signal<string>()
  /** The operator's own text, if the draft is a translation of it. */
  let original: string | undefined
  const typist = createTypist((active) => {
    onReplying?.(active)
    // Typing indicators are best effort.
    api.typeInConversation({ params, body: { active } }).catch(() => undefined)
  })
  const stopRule = effect(() => {
    // Clears the error once all files are uploaded or removed.
    if (uploads.isReady.value && error.peek() === t('composer.waitForUploads'))
      error.value = undefined
  })

  function type(text: string): void {
    draft.type(text)
    error.value = undefined
    if (text.trim() === '') {
      original = undefined
      typist.stop()
    } else typist.type()
  }

  /** Replaces the draft; `translated` is the text that it is a translation of. */
  function replace(text: string, translated?: string): void {
    type(text)
    original = translated
  }

  /** Sends the draft; `isLast` ends the conversation once it is sent. */
  async function send({ isLast = false, isConfirmed = false } = {}): Promise<void> {
    const files = uploads.ready()
    const typed = draft.text.value
    // A message with only files contains their names, so that every client has text to show.
    const content = typed.trim() === '' ? files.map(({ name }) => name).join(', ') : typed
    error.value =
      faultOf(content) ?? (uploads.isReady.value ? undefined : t('composer.waitForUploads'))
    if (content === '' || error.value) return
    if (!isConfirmed && needs.askFirst(() => void send({ isLast, isConfirmed: true }))) return
    typist.stop()
    uploads.taken()
    const entry: Outgoing = {
      client_id: crypto.randomUUID(),
      content,
      created_at: new Date().toISOString(),
      files,
      ...(original !== undefined && typed !== '' && { original }),
      ...(isLast && { endsUpTo: needs.newest() + outbox.value.filter(isDue).length + 1 }),
      state: 'sending',
    }
    original = undefined
    put(entry)
    await draft.sendAway(() => deliver(entry))
  }

  /** Resends a reply under the same id, so that it is delivered only once. */
  async function retry(id: string): Promise<void> {
    const entry = outbox.value.find(({ client_id }) => client_id === id)
    if (entry?.state !== 'not-sent') return
    const { reason: _, isWaiting: __, ...again } = entry
    await deliver({ ...again, state: 'sending' })
  }

  /** The same by itself; the reply still counts as waiting, so that nobody is told again if that fails, too. */
  async function retryQuietly({ reason: _, ...entry }: Outgoing): Promise<void> {
    if (entry.state === 'not-sent') await deliver({ ...entry, state: 'sending' })
  }

  /** Resends, in order, the replies for which the server was not reachable. */
  async function resend(): Promise<void> {
    const waiting = outbox.value.filter(({ isWaiting }) => isWaiting)
    for (const { client_id } of waiting) {
      const entry = outbox.value.find((one) => one.client_id === client_id)
      if (entry) await retryQuietly(entry)
    }
  }

  /** Sends a reply; true if it was delivered. */
  async function deliver(entry: Outgoing): Promise<boolean> {
    put(entry)
    const { client_id, content, files, original: translated, endsUpTo } = entry
    try {
      await takeOver()
      const attachment_ids = files.map(({ id }) => id)
      const body = {
        client_id,
        content,
        ...(files.length > 0 && { attachment_ids }),
        ...(translated !== undefined && { original: translated }),
      }
      const { data } = await api.replyToConversation({ params, body })
      onSent(data)
      discard(client_id)
      if (endsUpTo !== undefined) needs.onResolve(data.seq <= endsUpTo)
      return true
    } catch (failure) {
      refuse(entry, failure)
      return false
    }
  }

  function refuse(entry: Outgoing, failure: unknown): void {
    const reason = fieldErrors(failure)?.['content'] ?? explain(failure)
    if (isPassing(failure) || draft.text.value !== '' || entry.files.length > 0) {
      put({ ...entry, state: 'not-sent', reason, isWaiting: isPassing(failure) })
      return
    }
    discard(entry.client_id)
    draft.type(entry.content)
    original = entry.original
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
    uploads,
    outbox,
    error,
    /** Reports whether there is nothing to send. */
    isEmpty: () => draft.text.value.trim() === '' && uploads.files.value.length === 0,
    type,
    replace,
    send,
    retry,
    resend,
    discard,
    /** Call when leaving the conversation; the draft is kept. */
    stop(): void {
      stopRule()
      typist.stop()
    },
  }
}

/** Reports whether a reply is sent before those that are written now. */
const isDue = ({ state, isWaiting }: Outgoing) => state === 'sending' || isWaiting === true

/** Reason why a text cannot be sent; undefined if it can. */
function faultOf(text: string): string | undefined {
  const { length } = [...text]
  if (length > MAX_REPLY) return t('composer.tooLong', { max: MAX_REPLY, length })
  const gaps = namesOfGaps(text)
  return gaps.length > 0 ? t('composer.fillIn', { names: gaps.join(', ') }) : undefined
}
