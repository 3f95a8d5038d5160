import { AppError } from '../../errors.ts'
import { VaultError } from '../../providers/secrets/vault.ts'

/** Runs work with the vault; its failure is a conflict that the owner can solve. */
export function asConflict<result>(act: () => result): result {
  try {
    return act()
  } catch (error) {
    throw error instanceof VaultError ? new AppError(error.code) : error
  }
}
