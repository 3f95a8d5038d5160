import { createECDH, createPrivateKey, sign } from 'node:crypto'
import type { Context } from '../../../context.ts'

/** Keys of an assistant's packs, base64url: the private scalar, and the uncompressed point that websites pin. */
export interface SigningKey {
  readonly private: string
  readonly public: string
}

/** Curve that WebCrypto verifies in every browser; Ed25519 is younger there (decision 077). */
const CURVE = 'prime256v1'

/** Length of a coordinate, bytes. */
const COORDINATE = 32

export const newSigningKey = ({ randomBytes }: Pick<Context, 'randomBytes'>): SigningKey =>
  signingKeyOf(randomBytes(COORDINATE).toString('base64url'))

/** The pair of a private key. */
export function signingKeyOf(privateKey: string): SigningKey {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey, 'base64url')
  return { private: privateKey, public: pair.getPublicKey('base64url') }
}

/** Signs a text: ECDSA with SHA-256, IEEE P1363, base64url. */
export function signText(text: string, key: SigningKey): string {
  const point = Buffer.from(key.public, 'base64url').subarray(1)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: key.private,
    x: point.subarray(0, COORDINATE).toString('base64url'),
    y: point.subarray(COORDINATE).toString('base64url'),
  }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  )
}
