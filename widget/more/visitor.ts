import type { ChatModel } from '../model.ts'
import { calls } from './calls.ts'
import { show } from './moves.ts'
import { subjectOf } from './subject.ts'

/** Shows the latest conversation that has not ended, if there is one. */
async function showLatest(model: ChatModel): Promise<void> {
  const { api, storage, connection } = model.tools
  const { data } = await calls(api).conversations()
  const known = data.find((listed) => listed.id === storage.read().conversation)
  const latest = known ?? data.find(({ ended }) => !ended)
  if (latest) show(model, latest.id)
  else connection.join()
}

/** Identifies the visitor with a token signed by the website. */
export async function identify(model: ChatModel, identity: string): Promise<void> {
  const { api, storage, visit } = model.tools
  const subject = subjectOf(identity)
  const memory = storage.read()
  if (memory.token && memory.subject === subject) return
  // Another user was signed in here: nothing of theirs may be visible.
  if (memory.subject && memory.subject !== subject) await reset(model)
  try {
    const { token } = storage.read().token
      ? await calls(api).identify(identity)
      : await api.openSession({ ...visit(), identity })
    storage.write({ token, subject })
    await showLatest(model)
  } catch (error) {
    console.warn('Parley: identify:', (error as Error).message)
  }
}

/** Forgets the visitor in this browser. */
export async function reset(model: ChatModel): Promise<void> {
  const { api, storage } = model.tools
  if (storage.read().token)
    await calls(api)
      .closeSession()
      .catch(() => {})
  await forget(model)
}

/** Erases the visitor's data, here and on the server. @throws ApiError, in which case nothing is erased */
export async function erase(model: ChatModel): Promise<void> {
  const { api, storage } = model.tools
  if (storage.read().token) await calls(api).erase()
  await forget(model)
}

async function forget({ tools: { storage, outbox, connection }, set }: ChatModel): Promise<void> {
  storage.clear()
  await outbox.clear()
  connection.join()
  set({ draft: '', files: [], conversation: undefined, pane: undefined, isMenuOpen: false })
}
