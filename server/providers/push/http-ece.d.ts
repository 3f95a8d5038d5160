/** Encrypted content coding for HTTP (RFC 8188); the package has no types of its own. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Params {
    readonly version: 'aes128gcm'
    /** Key pair of this side. */
    readonly privateKey: ECDH
    /** Public key of the other side, base64url; a receiver reads it from the header. */
    readonly dh?: string
    /** Authentication secret of the browser, base64url. */
    readonly authSecret: string
    readonly salt?: Buffer
  }

  export function encrypt(text: Buffer, params: Params): Buffer
  export function decrypt(encrypted: Buffer, params: Params): Buffer
}
