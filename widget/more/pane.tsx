import { Icon } from '../parts/icon.tsx'
import type { Pane as Name } from '../state.ts'
import type { View } from '../view.ts'
import { ByEmail } from './by-email.tsx'
import { Erase } from './erase.tsx'
import { History } from './history.tsx'
import { wordsOf } from './words.ts'

/** A page of the panel, shown in place of the conversation. */
export function Pane(view: View & { readonly pane: Name }) {
  const { model, texts, pane, focus } = view
  const words = wordsOf(texts)

  function back(): void {
    model.set({ pane: undefined })
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  return (
    <div class="pane">
      <div class="pane-head">
        <button type="button" class="icon" aria-label={words.back} onClick={back} ref={begin}>
          <Icon path="M15 5l-7 7 7 7" />
        </button>
        <h3>{{ history: words.history, email: words.byEmail, erase: words.erase }[pane]}</h3>
      </div>
      {pane === 'history' && <History {...view} />}
      {pane === 'email' && <ByEmail {...view} back={back} />}
      {pane === 'erase' && <Erase {...view} back={back} />}
    </div>
  )
}

let focused: Element | null = null

function begin(button: HTMLElement | null): void {
  if (button !== focused) button?.focus()
  focused = button
}
