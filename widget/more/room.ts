/** Keeps the page from scrolling behind a chat that covers it. */
export function holdPage(panel: HTMLElement, signal: AbortSignal): void {
  const { style } = document.documentElement
  let kept: string | undefined

  function hold(): void {
    const covers = panel.offsetWidth >= innerWidth && getComputedStyle(panel).position === 'fixed'
    if (covers === (kept !== undefined)) return
    if (covers) {
      kept = style.overflow
      style.overflow = 'hidden'
    } else release()
  }

  function release(): void {
    if (kept !== undefined) style.overflow = kept
    kept = undefined
  }

  const observer = new ResizeObserver(hold)
  observer.observe(panel)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    release()
  })
}

/** Fits the panel into the space left by an on-screen keyboard, if the browser reports it. */
export function fitToViewport(
  { style }: HTMLElement,
  onChange: () => void,
  signal: AbortSignal,
): void {
  const viewport = window.visualViewport

  function fit(): void {
    style.setProperty('--height', `${viewport!.height}px`)
    style.setProperty('--top', `${viewport!.offsetTop}px`)
    onChange()
  }

  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, fit, { signal })
}
