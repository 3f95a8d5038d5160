import { createPrivateFolder, type PrivateFolder } from '../files/private-folder.ts'

/** The recordings of calls: one file each, in a folder of their own. */
export type Recordings = PrivateFolder

/** Names of recordings: 256 random bits, so that the name is the key to the file, and nothing else. */
export const RECORDING_NAME = /^[\w-]{43}\.wav$/

/** The recordings of one server. */
export function createRecordings(options: { dataDir: string; inMemory: boolean }): Recordings {
  return createPrivateFolder({ ...options, name: 'recordings', fileName: RECORDING_NAME })
}
