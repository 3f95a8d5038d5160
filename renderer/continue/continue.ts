import { canRemember, openHere, rememberChat, remembers } from './chat.ts'

/*
 * The page of private links: it exchanges the secret behind the `#` for a token when its button is pressed, because programs open
 * links, too, and shows the chat.
 */

const main = document.querySelector('main')!
const text = main.querySelector('p')!
const button = main.querySelector('button')!
const { assistant = '', used = '', expired = '', fresh = '', failed = '' } = main.dataset
const secret = location.hash.slice(1)

/** Reasons of the server for which another attempt is useless, with what the page says. */
const REASONS: Readonly<Record<string, string>> = {
  chat_link_used: used,
  chat_link_expired: expired,
  chat_link_not_found: expired,
}

if (secret !== '') button.addEventListener('click', exchange)
else if (remembers(assistant)) show()
else offerNew(expired)

async function exchange(): Promise<void> {
  // The link works once: it is for a browser that can keep what it gives.
  if (!canRemember(assistant)) {
    text.textContent = failed
    return
  }
  button.disabled = true
  try {
    const answer = await fetch('/api/chat-links/open', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: secret }),
    })
    if (answer.ok) {
      await rememberChat(assistant, await answer.json())
      show()
    } else explain(answer.headers.get('parley-error') ?? '')
  } catch {
    text.textContent = failed
  }
  button.disabled = false
}

function explain(code: string): void {
  const reason = REASONS[code]
  // This browser may be the one that used it.
  if (reason !== undefined && remembers(assistant)) show()
  else if (reason !== undefined) offerNew(reason)
  else text.textContent = failed
}

/** Says why the link opens nothing, and offers a chat without it. */
function offerNew(reason: string): void {
  text.textContent = reason
  button.textContent = fresh
  button.removeEventListener('click', exchange)
  button.addEventListener('click', show)
}

/** Shows the chat in place of the page, whose address keeps no secret. */
function show(): void {
  history.replaceState(null, '', location.pathname)
  main.hidden = true
  openHere(assistant)
}
