/** Whether somebody has used this assistant's chat in this browser before. Reads, never writes. */
export function isKnown(assistant: string | undefined): boolean {
  try {
    return Boolean(localStorage[`parley:${assistant}:token`])
  } catch {
    return false
  }
}
