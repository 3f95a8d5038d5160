import { hkdfSync, scryptSync } from 'node:crypto'
import path from 'node:path'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Config } from '../../config.ts'
import type { Outside } from '../../context.ts'
import { decrypt, encrypt, newNonce } from './cipher.ts'
import type { Installation } from './installation.ts'
import { keyFile } from './key-file.ts'

/** Location of the vault's key: `none` if secrets cannot be stored safely and therefore are not. */
export type KeyLocation = 'environment' | 'file' | 'memory' | 'none'

/** Encrypts secrets at rest: passwords and keys of other services, and Parley's signing secrets. */
export interface Vault {
  readonly keeper: KeyLocation
  /**
   * Encrypts a secret; it can only be opened under the same `name`.
   * @throws VaultError if there is no key.
   */
  seal(name: string, secret: string): string
  /** As `seal`, for secrets of tools, assistants and webhooks, which must work even without a keyring: then the installation's key is used. */
  sealAlways(name: string, secret: string): string
  /** @throws VaultError if it was sealed with another key, or was modified. */
  open(name: string, sealed: string): string
  /** Identifies the installation and the current salt: values sealed under another generation must be resealed. */
  generation(): string
}

/** Reasons why a secret cannot be stored or read. */
export type VaultFault = Extract<ErrorCode, 'no_keyring' | 'secrets_key_changed'>

/** A secret cannot be stored or read. */
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
  readonly installation: Installation
}

/*
 * `v2.`: salt, nonce, tag and ciphertext, under the vault's key. `v1.`: the same with a fixed salt and thus none in the value;
 * can be opened, and is resealed when the server starts. `i2.`: nonce, tag and ciphertext, under the installation's key.
 */
const SEALED = /^(v1|v2|i2)\.([\w-]+)$/
const FIRST_SALT = Buffer.from('parley secrets')
const SALT_BYTES = 16

/** Maximum foreign salts to try: each costs as much as one guess at the key. */
const MAX_SALTS = 4

/** Key and salt of in-memory data, shared by all servers of this process. */
let memory: { readonly key: string; readonly salt: Buffer } | undefined

/** Tells sealed values from clear text. */
export const isSealed = (text: string): boolean => SEALED.test(text) && text.length > 40

/**
 * Creates the vault of a server: AES-256-GCM under a key from the environment (the desktop app passes the one kept in the
 * operating system's keyring), or else from a file in the data folder that only its user can read. The salt is specific to the
 * installation, in a file beside the key, and stored with each value so that it can be opened elsewhere with the same key.
 */
export function createVault({ config, inMemory, randomBytes, installation }: VaultOptions): Vault {
  const { key: given, isRefused } = config.secrets
  const keeper = keyLocationOf()
  const derived = new Map<string, Buffer>()
  let salt: Buffer | undefined
  let master: string | undefined
  let own: Buffer | undefined

  function keyLocationOf(): KeyLocation {
    if (given !== undefined) return 'environment'
    if (isRefused) return 'none'
    return inMemory ? 'memory' : 'file'
  }

  const fileOf = (name: string) => path.join(config.dataDir, name)
  const made = (length: number) => () => randomBytes(length).toString('base64url')
  const inProcess = () => (memory ??= { key: made(32)(), salt: randomBytes(SALT_BYTES) })

  function ownSalt(): Buffer {
    salt ??= inMemory
      ? inProcess().salt
      : Buffer.from(keyFile(fileOf('secrets.salt'), made(SALT_BYTES)), 'base64url')
    return salt
  }

  function masterKey(): string {
    if (keeper === 'none') throw new VaultError('no_keyring')
    const ownKey = () =>
      keeper === 'memory' ? inProcess().key : keyFile(fileOf('secrets.key'), made(32))
    return (master ??= given ?? ownKey())
  }

  function keyWith(by: Buffer): Buffer {
    const name = by.toString('hex')
    const known = derived.get(name)
    if (known) return known
    const isOwn = by.equals(FIRST_SALT) || by.equals(ownSalt())
    if (!isOwn && derived.size >= MAX_SALTS) throw new VaultError('secrets_key_changed')
    const key = derive(by)
    derived.set(name, key)
    return key
  }

  function derive(by: Buffer): Buffer {
    const from = masterKey()
    // A random key: there is nothing to guess, so scrypt is not needed.
    if (keeper === 'memory') return Buffer.from(hkdfSync('sha256', from, by, 'secrets', 32))
    return scryptSync(from, by, 32)
  }

  function seal(name: string, secret: string): string {
    if (keeper === 'none') throw new VaultError('no_keyring')
    const by = ownSalt()
    const locked = encrypt(keyWith(by), newNonce(randomBytes), name, secret)
    return `v2.${Buffer.concat([by, locked]).toString('base64url')}`
  }

  const ownKey = () => (own ??= installation.keyFor('secrets'))

  return {
    keeper,
    seal,
    sealAlways(name, secret) {
      if (keeper !== 'none') return seal(name, secret)
      return `i2.${encrypt(ownKey(), newNonce(randomBytes), name, secret).toString('base64url')}`
    },
    open(name, sealed) {
      const [, version, text = ''] = SEALED.exec(sealed) ?? []
      const bytes = Buffer.from(text, 'base64url')
      try {
        if (version === 'i2') return decrypt(ownKey(), name, bytes)
        if (version === 'v1') return decrypt(keyWith(FIRST_SALT), name, bytes)
        const by = bytes.subarray(0, SALT_BYTES)
        if (version === undefined || by.length < SALT_BYTES) throw new Error('It was never sealed')
        return decrypt(keyWith(by), name, bytes.subarray(SALT_BYTES))
      } catch (error) {
        if (error instanceof VaultError) throw error
        throw new VaultError('secrets_key_changed')
      }
    },
    generation() {
      const by = keeper === 'none' ? '' : ownSalt().toString('hex')
      return `${installation.id()} ${keeper} ${by}`.trim()
    },
  }
}
