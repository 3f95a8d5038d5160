// The part of Electron that electron/secrets.ts uses: a keyring that can be in every state found on real
// machines.

export const state = {
  isThere: true,
  /** Without one, Electron still claims that it can encrypt, and uses a well-known password. */
  hasPassword: true,
  isLocked: false,
  isRotated: false,
  logs: '',
}

const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a))

export const app = { getPath: () => state.logs }

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => state.isThere,
  async encryptStringAsync(text: string) {
    if (state.isLocked) throw new Error('The keyring is locked')
    return Buffer.concat([
      Buffer.from(state.hasPassword ? 'v11' : 'v10'),
      turned(Buffer.from(text)),
    ])
  },
  async decryptStringAsync(sealed: Buffer) {
    if (state.isLocked) throw new Error('The keyring is locked')
    return { result: turned(sealed.subarray(3)).toString(), shouldReEncrypt: state.isRotated }
  },
}
