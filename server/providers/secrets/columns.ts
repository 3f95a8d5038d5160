import type { Sealing } from '../../db/sealing.ts'
import { isSealed, type Vault, VaultError } from './vault.ts'

/** The vault as the lock of a database's columns. */
export const sealingWith = (vault: Vault): Sealing => ({
  seal: vault.sealAlways,
  open(name, sealed) {
    // Written by an older Parley, or by what fills a database: the next start seals it.
    if (!isSealed(sealed)) return sealed
    try {
      return vault.open(name, sealed)
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  },
})
