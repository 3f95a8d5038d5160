import type { Vault } from '../../providers/secrets/vault.ts'
import { openServiceKey, sealServiceKey } from '../platform/secrets/service-key.ts'
import type { ServiceRow } from './queries.ts'

const nameOf = (id: number): string => `speech:${id}`

/**
 * Locks a service's key away.
 * @throws AppError `conflict` where this machine keeps no secrets
 */
export const sealKey = (vault: Vault, id: number, key: string): string =>
  sealServiceKey(vault, nameOf(id), key)

/** The key of a service, or why it cannot be read; undefined when it has none. */
export const openKey = (vault: Vault, { id, sealed_key }: Pick<ServiceRow, 'id' | 'sealed_key'>) =>
  openServiceKey(vault, nameOf(id), sealed_key)
