// The machine's keyring, as STANDIN_KEYRING sets it: `none` (the default), `open`, `gone` (configured but not
// running) or `silent` (waits for the user forever).
import { strictModule } from './surface/strict.ts'

const keyring = process.env['STANDIN_KEYRING'] ?? 'none'

/** Passwords by the prefix of what they encrypted: Chromium's fixed, well-known one, and the keyring's. */
const PASSWORDS = { v10: 'peanuts', v11: 'a random one that the keyring keeps' } as const
type Tag = keyof typeof PASSWORDS

/** Without a keyring, asynchronous encryption silently falls back to the fixed password. */
const tag: Tag = keyring === 'open' ? 'v11' : 'v10'

const waiting = async () => {
  if (keyring === 'silent') await new Promise<never>(() => undefined)
}

const mixed = (bytes: Buffer, password: string) =>
  Buffer.from(bytes.map((byte, index) => byte ^ password.charCodeAt(index % password.length)))

export const safeStorage = strictModule('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    await waiting()
    return true
  },
  getSelectedStorageBackend: () => (keyring === 'none' ? 'basic_text' : 'gnome_libsecret'),
  async encryptStringAsync(text: string): Promise<Buffer> {
    await waiting()
    return Buffer.concat([Buffer.from(tag), mixed(Buffer.from(text), PASSWORDS[tag])])
  },
  async decryptStringAsync(sealed: Buffer) {
    await waiting()
    const with_ = sealed.subarray(0, 3).toString() as Tag
    const password = PASSWORDS[with_]
    if (!password || (with_ === 'v11' && tag !== 'v11'))
      throw new Error(
        'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
      )
    const result = mixed(sealed.subarray(3), password).toString()
    return { result, shouldReEncrypt: with_ !== tag }
  },
})
