import type { Vault } from '../../providers/secrets/vault.ts'
import { openServiceKey, sealServiceKey } from '../platform/secrets/service-key.ts'
import type { ProviderRow } from './queries.ts'

const nameOf = (id: number): string => `llm:${id}`

/**
 * Locks a provider's key away.
 * @throws AppError `conflict` where this machine keeps no secrets
 */
export const sealKey = (vault: Vault, id: number, key: string): string =>
  sealServiceKey(vault, nameOf(id), key)

/** The key of a provider, or why it cannot be read; undefined when it has none. */
export const openKey = (vault: Vault, { id, sealed_key }: ProviderRow) =>
  openServiceKey(vault, nameOf(id), sealed_key)
