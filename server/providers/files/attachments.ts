import { createPrivateFolder, type PrivateFolder } from './private-folder.ts'

/** Names of attachments: 256 random bits and nothing else, so that nothing of what was sent reaches the disk's names. */
export const ATTACHMENT_KEY = /^[\w-]{43}$/

/** The attachments of one server. */
export function createAttachments(options: { dataDir: string; inMemory: boolean }): PrivateFolder {
  return createPrivateFolder({ ...options, name: 'attachments', fileName: ATTACHMENT_KEY })
}
