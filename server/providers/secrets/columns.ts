import type { Sealing } from '../../db/sealing.ts'
import { isSealed, type Vault, VaultError } from './vault.ts'

/** Adapts the vault to encrypt database columns. */
export const sealingWith = (vault: Vault): Sealing => ({
  seal: vault.sealAlways,
  open(name, sealed) {
    // Written in clear text by an older version or a seeding script: the next start seals it.
    if (!isSealed(sealed)) return sealed
    try {
      return vault.open(name, sealed)
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  },
})
