import type { View } from '../view.ts'
import { takeFiles } from './rare.ts'
import { wordsOf } from './words.ts'

/** The parts of the current view needed for taking files. */
type Asked = Pick<View, 'model' | 'texts' | 'settings'>

/**
 * Takes files that are pasted or dropped anywhere on the panel; otherwise the browser would open them in place of the
 * page.
 */
export function acceptFiles(panel: HTMLElement, ask: () => Asked, signal: AbortSignal): void {
  const on = <type extends 'paste' | 'drop' | 'dragover' | 'dragleave'>(
    name: type,
    listener: (event: HTMLElementEventMap[type]) => void,
  ) => panel.addEventListener(name, listener, { signal })

  function take(event: Event, list: FileList | undefined): void {
    const asked = ask()
    if (!list?.length) return
    event.preventDefault()
    if (asked.settings.hasFiles) takeFiles([...list], asked)
  }

  /** Highlights the drop area while files are dragged over the panel. */
  function show(isHeld: boolean): void {
    const { texts, settings } = ask()
    if (isHeld && settings.hasFiles) panel.dataset['drop'] = wordsOf(texts).drop
    else delete panel.dataset['drop']
  }

  on('paste', (event) => take(event, event.clipboardData?.files))
  on('dragover', (event) => {
    // Text dragged into the field is left to the browser.
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    show(true)
  })
  on('dragleave', ({ relatedTarget }) => {
    if (!panel.contains(relatedTarget as Node | null)) show(false)
  })
  on('drop', (event) => {
    take(event, event.dataTransfer?.files)
    show(false)
  })
}
