import { type Api, ApiError } from './api.ts'
import { fromSnapshot, withMessage } from './conversation.ts'
import type { Entry } from './shelf.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'
import { uuid } from './uuid.ts'

interface DeliveryOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  /** Facts about the visit of a new visitor. */
  visit(): object
  /** Follows the conversation that this browser remembers. */
  join(): void
  /** Forgets what the server does not know any more. */
  startOver(error: ApiError): void
}

/** Writes down what has become of a message. */
type Keep = (entry: Entry) => Promise<void>

/** Hands messages to the server, as a new visitor or in a new conversation where the old one is lost. */
export function createDelivery(options: DeliveryOptions) {
  const { api, storage, state, visit, join, startOver } = options

  async function deliver(entry: Entry, keep: Keep): Promise<void> {
    try {
      await send(entry, keep)
    } catch (error) {
      if (!isLost(error)) throw error
      startOver(error as ApiError)
      await send({ ...entry, conversation: undefined, opening: undefined }, keep)
    }
  }

  async function send(message: Entry, keep: Keep): Promise<void> {
    const isPlaced = message.conversation || message.opening
    const entry = isPlaced ? message : await place(message, keep)
    const id = entry.conversation ?? (await begin(entry.opening!))
    const files = [...(entry.files ?? [])]
    for (let index = 0; index < files.length; index += 1) {
      const file = files[index]!
      if (file.id) continue
      const { data } = await api.upload(id, file.name, file.blob)
      files[index] = { ...file, id: data.id }
      // What is there already is not sent again after a cut.
      await keep({ ...entry, conversation: id, files })
    }
    const { client_id, content } = entry
    const attachment_ids = files.map((file) => file.id)
    const { data } = await api.send(id, {
      client_id,
      content,
      ...(files.length > 0 && { attachment_ids }),
    })
    if (state.conversation?.id === id) state.conversation = withMessage(state.conversation, data)
  }

  /** Says where a first message goes: whoever has the lock says so for all tabs. */
  async function place(entry: Entry, keep: Keep): Promise<Entry> {
    const { conversation, opening = uuid() } = storage.read()
    if (!conversation) storage.write({ opening })
    const placed = { ...entry, conversation, opening: conversation ? undefined : opening }
    // Kept first: told the same twice, the server opens one conversation.
    await keep(placed)
    return placed
  }

  /** The conversation of a client's own id, made when there is none, and the visitor too. */
  async function begin(opening: string): Promise<string> {
    if (!storage.read().token) {
      const { token } = await api.openSession(visit())
      // A tab that would not wait may have been faster, and two visitors would say everything twice.
      if (!storage.read().token) storage.write({ token })
    }
    const snapshot = await api.openConversation(opening, storage.read().variables ?? {})
    // A browser that died may have forgotten what it was about to open, and its outbox has not.
    const { token, conversation, opening: wanted = opening } = storage.read()
    if (token && wanted === opening && !conversation) {
      storage.write({ conversation: snapshot.id, opening: undefined })
      state.conversation = fromSnapshot(snapshot)
      join()
    }
    return snapshot.id
  }

  return deliver
}

/** Reports whether Parley itself does not know this visitor or conversation; a proxy's 404 has no message. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && [401, 404].includes(error.status) && error.message !== ''
}
