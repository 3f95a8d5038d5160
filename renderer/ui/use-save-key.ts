import { useEffect, useRef } from 'preact/hooks'

/** Handles the usual save shortcut, which would otherwise save the page. */
export function useSaveKey(save: () => unknown): void {
  const current = useRef(save)
  current.current = save
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      current.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
