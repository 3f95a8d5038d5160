// What electron/secrets.ts sees of Electron: a keyring that can be in every state that machines have it in.

export const state = {
  isThere: true,
  /** Without one, Electron says that it can encrypt all the same, and seals with a password that everybody knows. */
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
