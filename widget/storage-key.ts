/** Reports whether this assistant's chat was used in this browser before, or is open in this tab. Reads, never writes. */
export function isKnown(assistant: string | undefined): unknown {
  try {
    const key = `parley:${assistant}:`
    return localStorage[`${key}token`] ?? sessionStorage[`${key}open`]
  } catch {}
}
