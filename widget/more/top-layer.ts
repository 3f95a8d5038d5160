/**
 * Re-enters the browser's top layer when the page shows a popover, which would otherwise cover the chat. The toggle
 * event
 * of the re-entry has `open` as both states, so two chats never chase each other.
 */
export function keepInTopLayer(element: HTMLElement, signal: AbortSignal): void {
  function rise({ target, oldState, newState }: ToggleEvent): void {
    const isShown = (target as HTMLElement).popover && oldState === 'closed' && newState === 'open'
    if (!isShown || target === element || !element.matches(':popover-open')) return
    element.hidePopover()
    element.showPopover()
  }

  addEventListener('toggle', rise as EventListener, { capture: true, signal })
}
