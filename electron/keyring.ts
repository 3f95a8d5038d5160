import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { safeStorage } from 'electron'
import { logProblem } from './log.ts'
import { within } from './wait.ts'

/** A secret in a file of its own, which only the keyring of the operating system opens. */
export interface Sealed {
  /**
   * Returns the sealed secret; undefined when there is none. Rejects while the keyring does not open it, and when
   * everybody could.
   */
  read(): Promise<string | undefined>
  /** Rejects where everybody could open it. */
  write(secret: string): Promise<void>
  exists(): boolean
  forget(): void
}

/** State of the keyring: `silent` when it did not answer in time, as one that waits for a password. */
export type KeyringState = 'open' | 'none' | 'silent'

/** The keyring of the operating system. */
export interface Keyring {
  /** Opens it, the first time that it is asked. */
  open(): Promise<KeyringState>
}

/** A person has this long to unlock the keyring before the app starts without it, ms. */
const PATIENCE_MS = 20_000

/** The keyring of this machine. */
export function createKeyring(): Keyring {
  let opened: Promise<KeyringState> | undefined
  return {
    open() {
      opened ??= openInTime()
      return opened
    },
  }
}

async function openInTime(): Promise<KeyringState> {
  let state: KeyringState = 'silent'
  await within(
    PATIENCE_MS,
    isThere()
      .then((isOpen) => (state = isOpen ? 'open' : 'none'))
      .catch((error) => {
        logProblem(error)
        state = 'none'
      }),
  )
  return state
}

/** Electron says that it can encrypt also where it has no keyring; only what it has sealed tells. */
async function isThere(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return !isOpenToAll(await safeStorage.encryptStringAsync('probe'))
}

/** A Linux without a keyring "encrypts" with a password that is in Chromium's source, and marks it so. */
function isOpenToAll(sealed: Buffer): boolean {
  return process.platform === 'linux' && sealed.subarray(0, 3).toString('latin1') === 'v10'
}

/** Keeps a secret sealed. Whoever asks for that has opened the keyring before. */
export function createSealed(file: string): Sealed {
  async function write(secret: string): Promise<void> {
    const sealed = await safeStorage.encryptStringAsync(secret)
    if (isOpenToAll(sealed)) throw new Error(`The keyring is gone, so ${file} was not written`)
    writeFileSync(`${file}.new`, sealed, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    async read() {
      if (!existsSync(file)) return undefined
      const sealed = readFileSync(file)
      if (isOpenToAll(sealed)) throw new Error(`${file} was sealed without a keyring`)
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed)
      if (shouldReEncrypt) await write(result)
      return result
    },
    write,
    exists: () => existsSync(file),
    forget: () => rmSync(file, { force: true }),
  }
}
