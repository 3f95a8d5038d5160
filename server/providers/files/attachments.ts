import { createPrivateFolder, type PrivateFolder } from './private-folder.ts'

/** Names of attachments: 256 random bits only, so that nothing of an upload appears in file names. */
export const ATTACHMENT_KEY = /^[\w-]{43}$/

/** Creates the attachment store of a server. */
export function createAttachments(options: { dataDir: string; inMemory: boolean }): PrivateFolder {
  return createPrivateFolder({ ...options, name: 'attachments', fileName: ATTACHMENT_KEY })
}
