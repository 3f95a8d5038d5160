import type { ChatModel } from '../model.ts'

/** Remembers that the visitor left an address which Parley may not have yet. */
export const left = ({ tools }: ChatModel): string => `${tools.storage.key}:left`

/** Sends what the visitor left while Parley could not be reached; a new conversation has it already. */
export async function sendLeft(model: ChatModel): Promise<void> {
  const { api, storage } = model.tools
  const { conversation } = storage.read()
  try {
    if (!conversation || !localStorage[left(model)]) return
    const variables = model.variables()
    await api.call(`conversations/${conversation}/variables`, { variables }, 'PUT')
    delete localStorage[left(model)]
  } catch {
    // Storage refused, or still no connection: the next visit tries again.
  }
}
