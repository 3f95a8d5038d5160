import type { FromPreview, Shown, ToPreview } from '../screens/embed/preview-message.ts'

/** The part of the chat's API that the preview uses. */
interface Chat extends HTMLElement {
  settings?: Shown['settings']
  open(): void
  close(): void
  reset(): Promise<void>
  destroy(): void
  ready(): Promise<void>
}

const TAG = 'parley-chat'

/** The chat is full-screen up to this width, px, and there opens only on request. */
const PHONE = 480

let chat: Chat | undefined
let latest: Shown | undefined
let isOpen = false

/** Applies appearance and settings to the chat; a changed button needs a new chat element. */
function show(shown: Shown): void {
  const isSameButton = JSON.stringify(latest?.attributes) === JSON.stringify(shown.attributes)
  latest = shown
  document.documentElement.dataset['scheme'] = shown.scheme
  if (chat && isSameButton) {
    chat.settings = soon(shown.settings)
    chat.dispatchEvent(new Event('settings'))
  } else {
    // The desk may not know yet that the chat here was closed.
    put(chat ? { ...shown, isOpen } : shown)
  }
}

function put(shown: Shown): void {
  chat?.destroy()
  // The wizard says whether it is open, not the chat that was here before.
  sessionStorage.removeItem(`parley:${shown.attributes['assistant']}:open`)
  const next = document.createElement(TAG) as Chat
  for (const [name, value] of Object.entries(shown.attributes)) next.setAttribute(name, value)
  next.settings = soon(shown.settings)
  next.addEventListener('open', () => reportOpen(true))
  next.addEventListener('close', () => reportOpen(false))
  if (shown.isOpen) next.setAttribute('open', '')
  document.body.append(next)
  chat = next
  reportOpen(shown.isOpen && innerWidth > PHONE)
}

/** Makes an invitation appear soon here, and on any page. */
function soon(settings: Shown['settings']): Shown['settings'] {
  const { invitation } = settings
  return { ...settings, invitation: invitation && { ...invitation, after: 1, path: undefined } }
}

function reportOpen(open: boolean): void {
  isOpen = open
  send({ kind: 'state', isOpen })
}

/** A chat that is still loading does not say that it was closed. */
function setOpen(open: boolean): void {
  if (open) chat?.open()
  else chat?.close()
  reportOpen(open)
}

/** Forgets the preview's visitor. */
async function reset(): Promise<void> {
  await chat?.reset()
  if (latest) put({ ...latest, isOpen })
}

function send(message: FromPreview): void {
  parent.postMessage(message, location.origin)
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToPreview>) => {
  if (source !== parent || origin !== location.origin) return
  if (data.kind === 'show') show(data.shown)
  else if (data.kind === 'open') setOpen(data.isOpen)
  else void reset()
})

await customElements.whenDefined(TAG)
send({ kind: 'ready' })
