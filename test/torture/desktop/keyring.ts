// What electron/secrets.ts sees of Electron: a keyring that can be in every state that machines have it in.

export const state = {
  isThere: true,
  backend: 'gnome_libsecret',
  isLocked: false,
  isRotated: false,
  logs: '',
}

const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a))

export const app = { getPath: () => state.logs }

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => state.isThere,
  getSelectedStorageBackend: () => state.backend,
  async encryptStringAsync(text: string) {
    if (state.isLocked) throw new Error('The keyring is locked')
    return turned(Buffer.from(text))
  },
  async decryptStringAsync(sealed: Buffer) {
    if (state.isLocked) throw new Error('The keyring is locked')
    return { result: turned(sealed).toString(), shouldReEncrypt: state.isRotated }
  },
}
