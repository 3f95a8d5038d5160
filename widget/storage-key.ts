/** The one key under which a browser remembers an assistant's visitor. */
export function storageKey(assistant: string | undefined): string {
  return `parley:${assistant}`
}

/** Whether somebody has talked to this assistant in this browser before. Reads, never writes. */
export function hasTalked(assistant: string | undefined): boolean {
  try {
    return /"token":"/.test(localStorage[storageKey(assistant)])
  } catch {
    return false
  }
}
