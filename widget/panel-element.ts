import { say, type Texts } from './texts.ts'

/** Creates the panel's element: a non-modal dialog, closed. */
export function createPanel(root: ShadowRoot): HTMLElement {
  const panel = document.createElement('section')
  panel.role = 'dialog'
  panel.tabIndex = -1
  panel.hidden = true
  root.append(panel)
  return panel
}

/** Right-to-left languages of the chat. */
const RTL = /^(ar|he)$/

/** Says in which language and colours the panel is, and with whom one talks there. */
export function addressPanel(panel: HTMLElement, texts: Texts, name: string, theme: string): void {
  const { language } = texts
  panel.lang = language
  panel.dataset['theme'] = theme
  panel.dir = RTL.test(language) ? 'rtl' : 'ltr'
  panel.ariaLabel = say(texts, 'dialog', { name })
}

/** Keeps key presses from the page's shortcuts, and focus events from dialogs that trap the focus. */
export function watchKeys(panel: HTMLElement, leave: () => void): void {
  for (const type of ['keydown', 'keypress', 'keyup', 'focusin'] as const) {
    panel.addEventListener(type, (event) => {
      event.stopPropagation()
      const { key, isComposing } = event as KeyboardEvent
      if (type !== 'keydown' || key !== 'Escape' || isComposing) return
      // Keeps a dialog of the page that contains the chat open.
      event.preventDefault()
      leave()
    })
  }
}
