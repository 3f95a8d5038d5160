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

/** State of the keyring for secrets: `locked` if it cannot decrypt the sealed key. */
export type SecretsKept = KeyringState | 'locked'

/** Notification that secrets are not stored this time. */
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
 * The key that encrypts third-party secrets on the server: 256 random bits, sealed in a file of `folder` by the
 * operating system's keyring. Without a usable keyring, or if it cannot decrypt the file, the server stores no secrets
 * rather than storing them in plain text (docs/spec/threats.md, H10).
 */
export async function openSecrets(folder: string, keyring: Keyring): Promise<Secrets> {
  const kept = await keyring.open()
  if (kept !== 'open') return { env: REFUSED, kept }
  try {
    return { env: { PARLEY_SECRETS_KEY: await keyIn(path.join(folder, FILE)) }, kept }
  } catch (error) {
    // A key that cannot be decrypted now may be later: it is never overwritten.
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
