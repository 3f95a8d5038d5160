import { createCipheriv, createDecipheriv } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM; returns nonce, tag and ciphertext. The name is authenticated as associated data. */
export function encrypt(key: Buffer, nonce: Buffer, name: string, text: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), locked])
}

/** Creates the nonce for one text. */
export const newNonce = (randomBytes: (length: number) => Buffer): Buffer =>
  randomBytes(NONCE_BYTES)

/** @throws Error if it was encrypted with another key or name, or was modified. */
export function decrypt(key: Buffer, name: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(tag)
  const locked = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(locked), decipher.final()]).toString('utf8')
}
