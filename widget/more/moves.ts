import type { ChatModel } from '../model.ts'

/** Leaves this conversation; the next message begins another. */
export function startOver({ tools, set }: ChatModel): void {
  tools.connection.startOver({ status: 0 })
  set({ pane: undefined, isMenuOpen: false })
}

/** Shows one of the visitor's conversations. */
export function show({ tools: { storage, connection }, set }: ChatModel, conversation: string) {
  storage.write({ conversation, opening: undefined, read: 0 })
  connection.join()
  set({ pane: undefined })
}
