import { render } from 'preact'
import type { Invitation } from '#contracts/widget-settings.ts'
import type { ChatModel } from '../model.ts'
import type { Options } from '../options.ts'
import type { ParleyChatElement } from '../parley.d.ts'
import { Icon } from '../parts/icon.tsx'
import { type Raw, text } from '../settings.ts'
import type { Storage } from '../storage.ts'
import type { Texts } from '../texts.ts'
import type { wordsOf } from './words.ts'

export interface Inviting {
  readonly element: ParleyChatElement
  /** Element that contains the launcher. */
  readonly frame: HTMLElement
  readonly panel: HTMLElement
  readonly model: ChatModel
  readonly storage: Storage
  readonly options: Options
  readonly raw: Raw
  texts(): Texts
  readonly signal: AbortSignal
  readonly invitation: Invitation
  /** Passed in, because a shared import would make the rest of the chat heavier. */
  readonly wordsOf: typeof wordsOf
}

/** Default delay before a visitor is invited, seconds. */
const AFTER = 10

/** Offers a message by rule: after a delay, on certain pages, or when the visitor is about to leave; once per browser. */
export function offerInvitation(inviting: Inviting): void {
  const { element, frame, panel, model, storage, texts, signal, invitation } = inviting
  const { text, after, path, exit } = invitation
  let box: HTMLElement | undefined

  if (storage.read().invited || storage.read().conversation) return
  const timer = setTimeout(offer, (typeof after === 'number' ? after : AFTER) * 1000)
  signal.addEventListener('abort', stop)
  element.addEventListener('open', stop, { signal })
  if (exit) document.addEventListener('mouseout', onLeave, { signal })

  function onLeave({ clientY, relatedTarget }: MouseEvent): void {
    if (clientY <= 0 && !relatedTarget) offer()
  }

  function offer(): void {
    clearTimeout(timer)
    if (box || !panel.hidden || storage.read().invited || !isHere(path)) return
    storage.write({ invited: true })
    // Without storage, the visitor would be invited on every page.
    if (!isKept(`${storage.key}:invited`)) return
    box = document.createElement('p')
    box.className = 'invitation'
    box.role = 'status'
    frame.prepend(box)
    const words = inviting.wordsOf(texts())
    render(
      <>
        <button type="button" class="offer" dir="auto" onClick={accept}>
          {text}
        </button>
        <button type="button" class="icon" aria-label={words.dismiss} onClick={stop}>
          <Icon path="M7 7l10 10M17 7L7 17" />
        </button>
      </>,
      box,
    )
  }

  function accept(): void {
    model.state.announcements.push(text)
    element.open()
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('mouseout', onLeave)
    box?.parentNode?.removeChild(box)
    box = undefined
  }
}

/** Reports whether the page's path matches a pattern; `*` matches anything. */
function isHere(path: unknown): boolean {
  const parts = (text(path) ?? '*').split('*')
  const pattern = parts.map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`).test(location.pathname)
}

function isKept(key: string): boolean {
  try {
    return Boolean(localStorage[key])
  } catch {
    return false
  }
}
