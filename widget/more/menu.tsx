import { Icon } from '../parts/icon.tsx'
import { address } from '../settings.ts'
import type { View } from '../view.ts'
import { CallButton } from './call-button.tsx'
import { calls } from './calls.ts'
import { Team } from './face.tsx'
import { startOver } from './moves.ts'
import { needRare } from './rare.ts'
import { wordsOf } from './words.ts'

/** Call button, and the button that opens the menu of all other actions. */
export function MenuButton(view: View) {
  const { model, texts } = view
  const { isMenuOpen } = model.state
  return (
    <>
      <Team {...view} />
      <CallButton {...view} />
      <button
        type="button"
        class="icon"
        aria-label={wordsOf(texts).menu}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => model.set({ isMenuOpen: !isMenuOpen })}
      >
        <Icon path="M5 12h.01M12 12h.01M19 12h.01" />
      </button>
      {isMenuOpen && <Menu {...view} />}
    </>
  )
}

/** A menu with the keyboard support described by WAI-ARIA. */
function Menu(view: View) {
  const { model, texts, settings, storage, focus } = view
  const words = wordsOf(texts)
  const { conversation } = model.state
  const privacy = address(settings.raw.privacy_url)
  const hasSaid = conversation?.messages.some(({ author }) => author === 'visitor')
  const { subject, sound: hasSound = settings.hasSound } = storage.read()
  // Whom a website vouches for, it has told the address of.
  const isReachable = subject || model.variables()['email'] || !model.state.assistant?.email_replies

  /** Runs the chosen action and returns the focus to the input. */
  const item = (label: string, act: () => unknown) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        model.set({ isMenuOpen: false })
        act()
        // A page of the panel takes the focus itself.
        requestAnimationFrame(() => requestAnimationFrame(() => model.state.pane || focus()))
      }}
    >
      {label}
    </button>
  )

  return (
    <div
      class="menu"
      role="menu"
      aria-label={words.menu}
      ref={begin}
      onKeyDown={move}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // The button next to it closes the menu itself.
        if (currentTarget.parentElement!.contains(relatedTarget as Node)) return
        model.set({ isMenuOpen: false })
      }}
    >
      {hasSaid && item(words.newChat, () => startOver(model))}
      {item(words.history, () => model.set({ pane: 'history' }))}
      {hasSaid &&
        !isReachable &&
        !conversation?.ended &&
        item(words.byEmail, () => model.set({ pane: 'email' }))}
      {hasSaid && item(words.download, async () => (await needRare())?.saveTranscript(view))}
      {item(hasSound ? words.soundOff : words.soundOn, () => storage.write({ sound: !hasSound }))}
      {hasSaid &&
        !conversation?.ended &&
        item(words.end, () =>
          calls(model.tools.api)
            .end(conversation!.id)
            .catch(() => {}),
        )}
      {item(words.erase, () => model.set({ pane: 'erase' }))}
      {privacy && (
        <a role="menuitem" tabIndex={-1} href={privacy} target="_blank" rel="noreferrer">
          {words.privacy}
        </a>
      )}
    </div>
  )
}

let focused: Element | null = null

/** Focuses the first item when the menu opens. */
function begin(menu: HTMLElement | null): void {
  if (menu === focused) return
  focused = menu
  menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
}

function move(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.indexOf((menu.getRootNode() as ShadowRoot).activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
