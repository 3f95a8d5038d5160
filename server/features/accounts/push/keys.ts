import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { pushQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'randomBytes' | 'vault' | 'write'>

/** Name under which the vault seals the private key. */
const SECRET = 'push:vapid'

/** The key pair that identifies this server to push services (RFC 8292). */
export interface PushKeys {
  /** Base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/**
 * The server's keys, made on first use and sealed by the vault. If the vault can no longer open them, new ones replace them, and
 * browsers must subscribe again, because each subscription is bound to its key.
 */
export async function pushKeys(context: Needs): Promise<PushKeys> {
  const known = pushQueries(context.db).key()
  const secret = known && opened(context, known.private_key)
  if (known && secret !== undefined) return keysOf(known.public_key, secret)
  return await makeKeys(context)
}

function opened({ vault }: Needs, sealed: string): string | undefined {
  try {
    return vault.open(SECRET, sealed)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

async function makeKeys({ db, randomBytes, vault, write }: Needs): Promise<PushKeys> {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(randomBytes(32))
  const publicKey = pair.getPublicKey('base64url')
  const secret = pair.getPrivateKey('base64url')
  const sealed = vault.sealAlways(SECRET, secret)
  await write((tx) => {
    pushQueries(db).removeAll(tx)
    pushQueries(db).putKey(tx, publicKey, sealed)
  })
  return keysOf(publicKey, secret)
}

function keysOf(publicKey: string, d: string): PushKeys {
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(d, 'base64url').toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}
