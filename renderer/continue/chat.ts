/** A chat as the server hands it over. */
interface Handed {
  readonly conversation_id: string
  readonly token: string
  readonly email: string | null
}

/** Where the widget remembers a visitor of an assistant (`widget/storage.ts`). */
const keyOf = (assistant: string): string => `parley:${assistant}`

/** Reports whether this browser remembers a visitor of an assistant. */
export function remembers(assistant: string): boolean {
  try {
    return `${keyOf(assistant)}:token` in localStorage
  } catch {
    return false
  }
}

/** Reports whether this browser keeps what is stored: some block or fill up storage. */
export function canRemember(assistant: string): boolean {
  const probe = `${keyOf(assistant)}:probe`
  try {
    // As long as what is remembered of a chat.
    localStorage.setItem(probe, 'x'.repeat(1000))
    localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

/** Makes the widget of this browser continue a chat; unsent messages of another visitor are not part of it. */
export async function rememberChat(
  assistant: string,
  { conversation_id, token, email }: Handed,
): Promise<void> {
  const key = keyOf(assistant)
  for (const field of Object.keys(localStorage))
    if (field.startsWith(`${key}:`)) delete localStorage[field]
  await forgetUnsent(key)
  localStorage[`${key}:conversation`] = JSON.stringify(conversation_id)
  // So that the chat does not ask for it.
  if (email !== null) localStorage[`${key}:variables`] = JSON.stringify({ email })
  localStorage[`${key}:token`] = JSON.stringify(token)
}

const forgetUnsent = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })

/** Shows the chat on the whole page. */
export function openHere(assistant: string): void {
  const chat = document.createElement('parley-chat')
  chat.setAttribute('assistant', assistant)
  chat.setAttribute('inline', '')
  document.body.append(chat)
}
