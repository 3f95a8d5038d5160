// The keyring of the machine, as STANDIN_KEYRING says: `none` (the default), `open`, `gone` (a desktop that names one, and
// none that runs) or `silent` (one that waits for a person for ever).
import { strictModule } from './surface/strict.ts'

const keyring = process.env['STANDIN_KEYRING'] ?? 'none'

/** Passwords by the tag of what they have sealed: the fixed one that every Chromium knows, and that of the keyring. */
const PASSWORDS = { v10: 'peanuts', v11: 'a random one that the keyring keeps' } as const
type Tag = keyof typeof PASSWORDS

/** Without a keyring the asynchronous encryption falls back to the fixed password, and says nothing of it. */
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
