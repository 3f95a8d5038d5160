import { AppError } from '../../errors.ts'
import { type Vault, VaultError, type VaultFault } from '../../providers/secrets/vault.ts'
import type { ProviderRow } from './queries.ts'

const nameOf = (id: number): string => `llm:${id}`

/**
 * Locks a provider's key away.
 * @throws AppError `conflict` where this machine keeps no secrets
 */
export function sealKey(vault: Vault, id: number, key: string): string {
  try {
    return vault.seal(nameOf(id), key)
  } catch (error) {
    if (error instanceof VaultError) throw new AppError(error.code)
    throw error
  }
}

/** The key of a provider, or why it cannot be read; undefined when it has none. */
export function openKey(
  vault: Vault,
  { id, sealed_key }: ProviderRow,
): { readonly key: string | undefined } | { readonly error: VaultFault } {
  if (sealed_key === null) return { key: undefined }
  try {
    return { key: vault.open(nameOf(id), sealed_key) }
  } catch (error) {
    if (error instanceof VaultError) return { error: error.code }
    throw error
  }
}
