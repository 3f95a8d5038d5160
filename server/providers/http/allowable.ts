import { decodeFault, type Fault, type KeptFault } from '#contracts/faults.ts'

/**
 * Private address, with its port, that a call was refused for and that the owner can allow in Settings › Network; null
 * when the call failed for any other reason.
 */
export function allowableAddress(reason: Fault | undefined): string | null {
  if (reason?.code === 'address_private_allowable') return String(reason.params?.['address'])
  const inner = Object.values(reason?.params ?? {}).find((value) => typeof value === 'object')
  return inner ? allowableAddress(inner) : null
}

/** The same for a reason that is kept as text. */
export const allowableIn = (kept: KeptFault | null): string | null =>
  allowableAddress(kept === null ? undefined : decodeFault(kept))
