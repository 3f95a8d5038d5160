import { render } from 'preact'
import type { Language } from '../texts.ts'

interface PillOptions {
  words(): Language
  hangUp(): void
}

/** Shows next to the launcher that a call is in progress while the chat is closed. */
export function createPill({ words, hangUp }: PillOptions) {
  const life = new AbortController()
  let box: HTMLElement | undefined

  function show(frame: Element): void {
    box ??= document.createElement('p')
    box.className = 'invitation'
    frame.prepend(box)
    const { inCall, hangUp: label } = words()
    render(
      <>
        <span>{inCall}</span>
        <button type="button" class="offer link" onClick={hangUp}>
          {label}
        </button>
      </>,
      box,
    )
  }

  return {
    /** Shows the pill whenever the chat is closed. */
    settle({ host, firstElementChild }: ShadowRoot): void {
      const { signal } = life
      host.addEventListener('close', () => show(firstElementChild!), { signal })
      host.addEventListener('open', () => box?.remove(), { signal })
    },
    remove(): void {
      life.abort()
      box?.remove()
    },
  }
}
