import {
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { promisify } from 'node:util'
import { fault, type ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../../errors.ts'

/*
 * Format of an encrypted export: this line, salt, nonce, check, AES-256-GCM ciphertext, tag. The check distinguishes a
 * wrong passphrase from a damaged file; it is derived by the same slow function as the key.
 */

const MAGIC = Buffer.from('Parley export, encrypted 1\n')
const SALT_BYTES = 32
const NONCE_BYTES = 12
const CHECK_BYTES = 16
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES + CHECK_BYTES

/** About 0.1 s and 128 MB per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The passphrase is wrong or missing. */
export class WrongPassphrase extends FaultError<ReasonCode> {
  override readonly name = 'WrongPassphrase'
}

const isEncrypted = (begin: Buffer): boolean => begin.subarray(0, MAGIC.length).equals(MAGIC)

async function keyOf(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const bytes = await derive(passphrase.normalize('NFC'), salt, 32 + CHECK_BYTES, COST)
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) }
}

/** Stream that encrypts an export. */
export async function encryption(
  passphrase: string,
  randomBytes: (length: number) => Buffer,
): Promise<Transform> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const { key, check } = await keyOf(passphrase, salt)
  const head = Buffer.concat([MAGIC, salt, nonce, check])
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head)
  let isFirst = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isFirst) this.push(head)
      isFirst = false
      done(null, cipher.update(chunk))
    },
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

/**
 * Stream that decrypts an export, and passes unencrypted ones through. Fails with WrongPassphrase, or at the end if a
 * byte was changed: do not use any of the output before then.
 */
export function decryption(passphrase: string | undefined): Transform {
  let held: Buffer = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  let isPlain = false

  async function begin(): Promise<void> {
    const head = held.subarray(0, HEAD_BYTES)
    const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
    const nonce = head.subarray(MAGIC.length + SALT_BYTES, HEAD_BYTES - CHECK_BYTES)
    if (!passphrase) throw new WrongPassphrase(fault('archive_encrypted'))
    const { key, check } = await keyOf(passphrase, salt)
    if (!timingSafeEqual(check, head.subarray(HEAD_BYTES - CHECK_BYTES)))
      throw new WrongPassphrase(fault('archive_passphrase_wrong'))
    decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      head,
    )
    held = held.subarray(HEAD_BYTES)
  }

  /** All but the last bytes, which may be the tag. */
  function release(): Buffer {
    const length = Math.max(0, held.length - TAG_BYTES)
    const out = decipher!.update(held.subarray(0, length))
    held = held.subarray(length)
    return out
  }

  async function take(chunk: Buffer): Promise<Buffer | null> {
    if (isPlain) return chunk
    held = Buffer.concat([held, chunk])
    if (!decipher) {
      if (held.length < HEAD_BYTES) return null
      if (!isEncrypted(held)) {
        isPlain = true
        return held
      }
      await begin()
    }
    return release()
  }

  function end(): Buffer | null {
    if (isPlain) return null
    if (!decipher) return held
    return Buffer.concat([decipher.setAuthTag(held).final()])
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      take(chunk).then((out) => done(null, out ?? undefined), done)
    },
    flush(done: TransformCallback) {
      try {
        done(null, end() ?? undefined)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
