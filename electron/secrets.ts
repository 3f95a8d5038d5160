import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createSealed, type Keyring, type KeyringState } from './keyring.ts'
import { logProblem } from './log.ts'

const FILE = 'secrets.key.sealed'

const REFUSED = { PARLEY_SECRETS: 'refuse' } as const

/** Environment variables that pass secrets to the server process. */
export type SecretsEnv =
  | { readonly PARLEY_SECRETS_KEY: string }
  | { readonly PARLEY_SECRETS: 'refuse' }

/** State of the keyring as far as secrets go: `locked` when it does not open the key that it has sealed. */
export type SecretsKept = KeyringState | 'locked'

/** Notification that nothing secret is kept this time. */
export const KEYRING_SILENT = {
  title: 'Secrets can’t be saved now',
  body: 'The keyring didn’t respond. Unlock it, then restart Parley.',
}

/** Environment for the server, and the reason for it. */
export interface Secrets {
  readonly env: SecretsEnv
  readonly kept: SecretsKept
}

/**
 * The key that the server locks secrets of others with: 256 random bits that the keyring of the operating system keeps
 * for this app, in a file of a folder. Where there is no keyring worth the name, or it does not open what it has
 * sealed, the server is told to keep no secrets rather than to keep them in plain text (docs/spec/threats.md, H10).
 */
export async function openSecrets(folder: string, keyring: Keyring): Promise<Secrets> {
  const kept = await keyring.open()
  if (kept !== 'open') return { env: REFUSED, kept }
  try {
    return { env: { PARLEY_SECRETS_KEY: await keyIn(path.join(folder, FILE)) }, kept }
  } catch (error) {
    // A key that cannot be opened now may be opened tomorrow: it is never written over.
    logProblem(error)
    return { env: REFUSED, kept: 'locked' }
  }
}

async function keyIn(file: string): Promise<string> {
  const sealed = createSealed(file)
  const kept = await sealed.read()
  if (kept !== undefined) return kept
  const made = randomBytes(32).toString('base64url')
  await sealed.write(made)
  return made
}
