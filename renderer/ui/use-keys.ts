import { useLayoutEffect, useRef } from 'preact/hooks'

/** Keys by name (`j`, `Escape`); a handler that returns false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** Listens for single keys on the whole page, except while typing or while a dialog is open. */
export function useKeys(isOn: boolean, keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  // A layout effect, so that a key works as soon as its effect is visible.
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return
      const act = current.current[event.key]
      if (act && act(event) !== false) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isOn])
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
