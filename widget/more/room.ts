/** Tells the panel how much room a phone's keyboard leaves, where the browser says so. */
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
