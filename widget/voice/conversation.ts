import type { VisitorConversation } from '#contracts/widget.ts'
import type { View } from '../view.ts'

/** The conversation that a call belongs to: the one that is shown, or a new one of a visitor who has written nothing yet. */
export async function conversationOfCall({ model }: View): Promise<string> {
  const { api, storage, visit } = model.tools
  const { conversation, opening = crypto.randomUUID() } = storage.read()
  if (conversation) return conversation
  // Told the same twice, the server opens one conversation.
  storage.write({ opening })
  if (!storage.read().token) storage.write({ token: (await api.openSession(visit())).token })
  const opened: VisitorConversation = await api.openConversation(opening, model.variables())
  storage.write({ conversation: opened.id, opening: undefined })
  model.recall()
  return opened.id
}
