import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { type Vault, VaultError, type VaultFault } from '../../../providers/secrets/vault.ts'

/** A service with a key that is kept. */
interface KeyHolder {
  readonly base_url: string
  readonly sealed_key: string | null
}

/**
 * Locks a service's key away under a name.
 * @throws AppError `conflict` where this machine keeps no secrets
 */
export function sealServiceKey(vault: Vault, name: string, key: string): string {
  try {
    return vault.seal(name, key)
  } catch (error) {
    if (error instanceof VaultError) throw new AppError(error.code)
    throw error
  }
}

/** The key of a service, or why it cannot be read; undefined when it has none. */
export function openServiceKey(
  vault: Vault,
  name: string,
  sealed: string | null,
): { readonly key: string | undefined } | { readonly error: VaultFault } {
  if (sealed === null) return { key: undefined }
  try {
    return { key: vault.open(name, sealed) }
  } catch (error) {
    if (error instanceof VaultError) return { error: error.code }
    throw error
  }
}

/**
 * A kept key goes to no other address than the one it was entered for: who may change an address must not learn it.
 * @throws InvalidFields when it would
 */
export function assertSameHost({ base_url, sealed_key }: KeyHolder, url: string): void {
  if (sealed_key === null || new URL(url).origin === new URL(base_url).origin) return
  throw new InvalidFields({
    key: [fault('key_needed_for_host', { host: new URL(base_url).origin })],
  })
}
