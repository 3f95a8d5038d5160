import { useLayoutEffect } from 'preact/hooks'
import type { HoldModel } from './hold-model.ts'

/**
 * While an answer is on its way, Escape holds it, even while typing: it must not come too late. If nothing else has the
 * focus, Tab holds it for a hint to the assistant, and Enter sends it at once.
 */
export function useHoldKeys(model: HoldModel): void {
  const isOn = model.pending.value !== null
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      if (!actOn(event, model)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // In the capture phase, before a field or the conversation takes the key for itself.
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [model, isOn])
}

/** True if the key was used. */
function actOn({ key, target, shiftKey }: KeyboardEvent, model: HoldModel): boolean {
  if (model.heldBy.peek() !== undefined) return false
  if (key === 'Escape') {
    // A held answer keeps its conversation open, and leaves the key to whatever else closes with it.
    if (model.isMine.peek()) return !isClosable(target)
    void model.hold()
    return true
  }
  if (!isFree(target)) return false
  if (key === 'Tab' && !shiftKey && !model.isMine.peek()) void model.hold('hint')
  else if (key === 'Enter') void model.release()
  else return false
  return true
}

/** Reports whether a popup is open, or a field outside of the held answer has the focus. */
const isClosable = (target: EventTarget | null): boolean =>
  document.querySelector('.popover, [role="menu"], [role="listbox"]') !== null ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable]') !== null &&
    target.closest('.hold') === null)

/** Reports whether a key has no meaning of its own where it was pressed. */
const isFree = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLElement) ||
  !target.closest('a, button, input, textarea, select, summary, [contenteditable], [role="option"]')
