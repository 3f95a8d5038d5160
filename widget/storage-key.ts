/** The one key under which a browser remembers an assistant's visitor. */
export function storageKey(assistant: string | undefined): string {
  return `parley:${assistant}`
}

/** Whether somebody has used this assistant's chat in this browser before. Reads, never writes. */
export function isKnown(assistant: string | undefined): boolean {
  try {
    return Boolean(localStorage[storageKey(assistant)])
  } catch {
    return false
  }
}
