import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { safeStorage } from 'electron'
import { logProblem } from './log.ts'
import { within } from './wait.ts'

/** A secret in its own file, encrypted by the operating system's keyring. */
export interface Sealed {
  /**
   * Returns the decrypted secret; undefined if there is none. Rejects if the keyring does not decrypt it, or if it is
   * not effectively encrypted.
   */
  read(): Promise<string | undefined>
  /** Rejects if the encryption would not be effective. */
  write(secret: string): Promise<void>
  exists(): boolean
  forget(): void
}

/** State of the keyring: `silent` if it did not answer in time, for example because it waits for a password. */
export type KeyringState = 'open' | 'none' | 'silent'

/** The keyring of the operating system. */
export interface Keyring {
  /** Opens it, on the first call. */
  open(): Promise<KeyringState>
}

/** Time for unlocking the keyring before the app starts without it, ms. */
const UNLOCK_TIMEOUT_MS = 20_000

/** The keyring of this machine. */
export function createKeyring(): Keyring {
  let opened: Promise<KeyringState> | undefined
  return {
    open() {
      opened ??= openWithTimeout()
      return opened
    },
  }
}

async function openWithTimeout(): Promise<KeyringState> {
  let state: KeyringState = 'silent'
  await within(
    UNLOCK_TIMEOUT_MS,
    isUsable()
      .then((isOpen) => (state = isOpen ? 'open' : 'none'))
      .catch((error) => {
        logProblem(error)
        state = 'none'
      }),
  )
  return state
}

/** Electron reports encryption as available even without a keyring; only its ciphertext tells. */
async function isUsable(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return !isUnprotected(await safeStorage.encryptStringAsync('probe'))
}

/** A Linux without a keyring "encrypts" with a password from Chromium's source code, and marks the result. */
function isUnprotected(sealed: Buffer): boolean {
  return process.platform === 'linux' && sealed.subarray(0, 3).toString('latin1') === 'v10'
}

/** Stores an encrypted secret. The keyring must have been opened before. */
export function createSealed(file: string): Sealed {
  async function write(secret: string): Promise<void> {
    const sealed = await safeStorage.encryptStringAsync(secret)
    if (isUnprotected(sealed)) throw new Error(`The keyring is gone, so ${file} was not written`)
    writeFileSync(`${file}.new`, sealed, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    async read() {
      if (!existsSync(file)) return undefined
      const sealed = readFileSync(file)
      if (isUnprotected(sealed)) throw new Error(`${file} was sealed without a keyring`)
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed)
      if (shouldReEncrypt) await write(result)
      return result
    },
    write,
    exists: () => existsSync(file),
    forget: () => rmSync(file, { force: true }),
  }
}
