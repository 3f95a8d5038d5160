import { type Api, ApiError } from './api.ts'
import { fromSnapshot, withMessage } from './conversation.ts'
import type { Entry } from './shelf.ts'
import type { State } from './state.ts'
import type { Storage } from './storage.ts'

interface DeliveryOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  /** What a new visitor says about this visit. */
  visit(): object
  /** Follows the conversation that this browser remembers. */
  join(): void
  /** Forgets what the server does not know any more; says what the next conversation is opened by. */
  startOver(error: ApiError): { readonly opening: string }
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
      const anew = { ...entry, conversation: undefined, ...startOver(error as ApiError) }
      // Kept first: told the same twice, the server opens one conversation.
      await keep(anew)
      await send(anew, keep)
    }
  }

  async function send(entry: Entry, keep: Keep): Promise<void> {
    const id = entry.conversation ?? (await begin(entry.opening!))
    const files = [...(entry.files ?? [])]
    for (const [index, file] of files.entries()) {
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

  /** The conversation of a client's own id, made when there is none, and the visitor too. */
  async function begin(opening: string): Promise<string> {
    if (!storage.read().token) {
      const { token } = await api.openSession(visit())
      // A tab that would not wait may have been faster, and two visitors would say everything twice.
      if (!storage.read().token) storage.write({ token })
    }
    const snapshot = await api.openConversation(opening, storage.read().variables ?? {})
    if (storage.read().opening === opening) {
      storage.write({ conversation: snapshot.id, opening: undefined })
      state.conversation = fromSnapshot(snapshot)
      join()
    }
    return snapshot.id
  }

  return deliver
}

/** Whether Parley itself says that it does not know this visitor or conversation; a proxy's 404 has no message. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && [401, 404].includes(error.status) && error.message !== ''
}
