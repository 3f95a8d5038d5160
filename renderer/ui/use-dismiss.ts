import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Closes a popup on a press outside, Tab away, or Escape. */
export function useDismiss(
  ref: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: (why: 'escape' | 'outside') => void,
): void {
  const close = useRef(onClose)
  close.current = onClose
  // A layout effect, so that Escape works as soon as the popup is visible.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const outside = (event: Event) => {
      const target = event.target
      if (target instanceof Node && !ref.current?.contains(target)) close.current('outside')
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // A surrounding dialog stays open: one press closes one thing.
      event.preventDefault()
      event.stopPropagation()
      close.current('escape')
    }
    addEventListener('pointerdown', outside, true)
    addEventListener('focusin', outside, true)
    document.addEventListener('keydown', onEscape)
    return () => {
      removeEventListener('pointerdown', outside, true)
      removeEventListener('focusin', outside, true)
      document.removeEventListener('keydown', onEscape)
    }
  }, [isOpen])
}
