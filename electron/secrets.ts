import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createSealed, hasKeyring } from './keyring.ts'
import { logProblem } from './log.ts'

const FILE = 'secrets.key.sealed'

/** Environment variables that pass secrets to the server process. */
export type SecretsEnv =
  | { readonly PARLEY_SECRETS_KEY: string }
  | { readonly PARLEY_SECRETS: 'refuse' }

/**
 * The key that the server locks secrets of others with: 256 random bits that the keyring of the operating system keeps
 * for this app, in a file of a folder. Where there is no keyring worth the name, or it does not open what it has
 * sealed, the server is told to keep no secrets rather than to keep them in plain text (docs/spec/threats.md, H10).
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

async function keyIn(file: string): Promise<string> {
  const sealed = createSealed(file)
  const kept = await sealed.read()
  if (kept !== undefined) return kept
  const made = randomBytes(32).toString('base64url')
  await sealed.write(made)
  return made
}
