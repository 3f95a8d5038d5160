import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { safeStorage } from 'electron'

/** A secret in a file of its own, which only the keyring of the operating system opens. */
export interface Sealed {
  /** Returns the sealed secret; undefined when there is none. Rejects while the keyring does not open it. */
  read(): Promise<string | undefined>
  write(secret: string): Promise<void>
  exists(): boolean
  forget(): void
}

/** True when secrets can be kept: a Linux without a password manager "encrypts" with a password that everybody knows. */
export async function hasKeyring(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (process.platform !== 'linux') return true
  return !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

/** Keeps a secret sealed. Whoever asks for that has asked `hasKeyring` before. */
export function createSealed(file: string): Sealed {
  async function write(secret: string): Promise<void> {
    const sealed = await safeStorage.encryptStringAsync(secret)
    writeFileSync(`${file}.new`, sealed, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    async read() {
      if (!existsSync(file)) return undefined
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(readFileSync(file))
      if (shouldReEncrypt) await write(result)
      return result
    },
    write,
    exists: () => existsSync(file),
    forget: () => rmSync(file, { force: true }),
  }
}
