import type { VisitorConversation } from '#contracts/widget.ts'
import type { View } from '../view.ts'

/** Conversation of a call: the current one, or a new one for a visitor who has not written yet. */
export async function conversationOfCall({ model }: View): Promise<string> {
  const { api, storage, visit } = model.tools
  const { conversation, opening = crypto.randomUUID() } = storage.read()
  if (conversation) return conversation
  // For the same id, the server opens only one conversation.
  storage.write({ opening })
  if (!storage.read().token) storage.write({ token: (await api.openSession(visit())).token })
  const opened: VisitorConversation = await api.openConversation(opening, model.variables())
  storage.write({ conversation: opened.id, opening: undefined })
  model.recall()
  return opened.id
}
