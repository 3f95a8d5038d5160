/** Reports whether this assistant's chat was used in this browser before. Reads, never writes. */
export function isKnown(assistant: string | undefined): unknown {
  try {
    return localStorage[`parley:${assistant}:token`]
  } catch {}
}
