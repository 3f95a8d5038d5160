import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'
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
  /** Follows the conversation remembered by this browser. */
  join(): void
  /** Forgets what the server no longer knows. */
  startOver(error: ApiError): void
}

/** Saves the progress of a message. */
type Keep = (entry: Entry) => Promise<void>

/** Sends messages to the server, as a new visitor or in a new conversation if the old one no longer exists. */
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
    const files = entry.files?.length ? await api.upload(id, entry, keep) : []
    const { client_id, content } = entry
    const attachment_ids = files.map((file) => file.id)
    const { data } = await api.send(id, {
      client_id,
      content,
      ...(files.length > 0 && { attachment_ids }),
    })
    if (state.conversation?.id === id) state.conversation = withMessage(state.conversation, data)
  }

  /** Assigns a new message to a conversation; called under the lock, so all tabs choose the same one. */
  async function place(entry: Entry, keep: Keep): Promise<Entry> {
    const { conversation, opening = uuid() } = storage.read()
    if (!conversation) storage.write({ opening })
    const placed = { ...entry, conversation, opening: conversation ? undefined : opening }
    // Saved first: for the same id, the server opens only one conversation.
    await keep(placed)
    return placed
  }

  /** Opens the conversation with the client-generated id, creating the visitor if necessary. Idempotent. */
  async function begin(opening: string): Promise<string> {
    if (!storage.read().token) {
      const { token } = await api.openSession(visit())
      // A tab that stopped waiting for the lock may have been faster; a second visitor would duplicate everything.
      if (!storage.read().token) storage.write({ token })
    }
    const snapshot = await api.openConversation(opening, storage.read().variables ?? {})
    // After a crash, storage may have lost the id that the outbox still has.
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

/** Reports whether Parley itself does not know this visitor or conversation; a 404 from a proxy has no message. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && [401, 404].includes(error.status) && error.message !== ''
}
