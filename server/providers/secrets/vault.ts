import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Config } from '../../config.ts'
import type { Outside } from '../../context.ts'

/** Location of the key to the secrets: `none` where they cannot be kept safely, and so are not kept. */
export type Keeper = 'environment' | 'file' | 'memory' | 'none'

/** Keeps secrets of others (passwords and keys of providers) encrypted. */
export interface Vault {
  readonly keeper: Keeper
  /**
   * Encrypts a secret; `name` says what it is, and only by that name it can be opened.
   * @throws VaultError where there is no key to lock it with.
   */
  seal(name: string, secret: string): string
  /** @throws VaultError when it was locked with another key, or was changed. */
  open(name: string, sealed: string): string
}

/** Reasons why a secret cannot be kept or read. */
export type VaultFault = Extract<ErrorCode, 'no_keyring' | 'secrets_key_changed'>

/** A secret cannot be kept or read. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultFault

  constructor(code: VaultFault) {
    super(code)
    this.code = code
  }
}

interface VaultOptions {
  readonly config: Pick<Config, 'secrets' | 'dataDir'>
  readonly inMemory: boolean
  readonly randomBytes: Outside['randomBytes']
}

const VERSION = 'v1'
const FILE = 'secrets.key'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The vault of a server: AES-256-GCM under a key from the environment (the desktop app hands over what the keyring of the
 * operating system keeps), else from a file of the data folder that only its user can read.
 */
export function createVault({ config, inMemory, randomBytes }: VaultOptions): Vault {
  const { key: given, isRefused } = config.secrets
  const file = path.join(config.dataDir, FILE)
  const keeper = keeperOf()
  let derived: Buffer | undefined

  function keeperOf(): Keeper {
    if (given !== undefined) return 'environment'
    if (isRefused) return 'none'
    return inMemory ? 'memory' : 'file'
  }

  function key(): Buffer {
    derived ??= scryptSync(given ?? ownKey(), 'parley secrets', 32)
    return derived
  }

  function ownKey(): string {
    if (keeper === 'none') throw new VaultError('no_keyring')
    const made = randomBytes(32).toString('base64url')
    if (keeper === 'memory') return made
    // `wx`: a key that is there is never written over.
    if (!existsSync(file)) writeFileSync(file, made, { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8')
  }

  return {
    keeper,
    seal(name, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(name))
      const locked = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')}`
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed.slice(VERSION.length + 1), 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key(), nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(name))
          .setAuthTag(tag)
        const locked = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(locked), decipher.final()]).toString('utf8')
      } catch (error) {
        if (error instanceof VaultError) throw error
        throw new VaultError('secrets_key_changed')
      }
    },
  }
}
