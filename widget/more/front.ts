/**
 * Enters the browser's top layer anew when the page has shown a popover, which is in front of all that was there before.
 * The event of that says `open` twice, so that two chats never chase each other.
 */
export function stayInFront(element: HTMLElement, signal: AbortSignal): void {
  function rise({ target, oldState, newState }: ToggleEvent): void {
    const isShown = (target as HTMLElement).popover && oldState === 'closed' && newState === 'open'
    if (!isShown || target === element || !element.matches(':popover-open')) return
    element.hidePopover()
    element.showPopover()
  }

  addEventListener('toggle', rise as EventListener, { capture: true, signal })
}
