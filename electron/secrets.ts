import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { safeStorage } from 'electron'
import { logProblem } from './log.ts'

const FILE = 'secrets.key.sealed'

/** What the server process is told about its secrets, as its environment variables. */
export type SecretsEnv =
  | { readonly PARLEY_SECRETS_KEY: string }
  | { readonly PARLEY_SECRETS: 'refuse' }

/**
 * The key that the server locks secrets of others with: 256 random bits that the keyring of the operating system keeps for
 * this app, in a file of a folder. Where there is no keyring worth the name, or it does not open what it has sealed, the
 * server is told to keep no secrets rather than to keep them in plain text (THREATS.md, H10).
 */
export async function secretsEnv(folder: string): Promise<SecretsEnv> {
  try {
    if (await hasKeyring()) return { PARLEY_SECRETS_KEY: await keyIn(path.join(folder, FILE)) }
  } catch (error) {
    // A key that cannot be opened now may be opened tomorrow: it is never written over.
    logProblem(error)
  }
  return { PARLEY_SECRETS: 'refuse' }
}

/** Linux without a password manager "encrypts" with a password that everybody knows. */
async function hasKeyring(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (process.platform !== 'linux') return true
  return !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

async function keyIn(file: string): Promise<string> {
  if (!existsSync(file)) {
    const made = randomBytes(32).toString('base64url')
    await seal(file, made)
    return made
  }
  const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(readFileSync(file))
  if (shouldReEncrypt) await seal(file, result)
  return result
}

async function seal(file: string, key: string): Promise<void> {
  const sealed = await safeStorage.encryptStringAsync(key)
  writeFileSync(`${file}.new`, sealed, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
