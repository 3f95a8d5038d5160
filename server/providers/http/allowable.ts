import { decodeFault, type Fault, type StoredFault } from '#contracts/faults.ts'

/**
 * Private address and port to which a call was refused and which the owner can allow in Settings › Network; null if the call
 * failed for any other reason.
 */
export function allowableAddress(reason: Fault | undefined): string | null {
  if (reason?.code === 'address_private_allowable') return String(reason.params?.['address'])
  const inner = Object.values(reason?.params ?? {}).find((value) => typeof value === 'object')
  return inner ? allowableAddress(inner) : null
}

/** As `allowableAddress`, for an encoded fault. */
export const allowableIn = (kept: StoredFault | null): string | null =>
  allowableAddress(kept === null ? undefined : decodeFault(kept))
