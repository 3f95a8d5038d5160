/** Opens a page of another site in a new tab, or, in the desktop app, in the system's browser; a browser may block it. */
export function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
