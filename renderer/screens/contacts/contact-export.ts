import type { Call } from '#contracts/client.ts'
import { getContact } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'

/** Everything that is kept of a contact: who they are, where they have been, and every word of their conversations. */
export async function wholeContact(
  call: Call,
  id: string,
  /** How far it is, between 0 and 1. */
  onProgress: (share: number) => void,
) {
  const contact = await call(getContact, { params: { id } })
  const conversations = []
  for (const { id: uuid } of contact.conversations) {
    conversations.push(await call(getConversation, { params: { uuid } }))
    onProgress(conversations.length / contact.conversations.length)
  }
  return { ...contact, conversations }
}
