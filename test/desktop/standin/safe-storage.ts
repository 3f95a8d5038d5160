// A machine without a keyring, as a container is: nothing is kept that would have to be kept in plain text.
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => false,
  getSelectedStorageBackend: () => 'basic_text',
}
