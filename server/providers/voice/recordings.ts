import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { recoveredHead } from '../../media/wav.ts'
import { createPrivateFolder, type PrivateFolder } from '../files/private-folder.ts'

/** The recordings of calls: one file each, in their own folder. */
export interface Recordings extends PrivateFolder {
  /** Starts a recording that grows. It is added to the folder only when it ends: files in there never change. */
  grow(name: string, header: Uint8Array): GrowingRecording
  /** Completes a recording that was cut off by a crash, if there is one. */
  recover(name: string): Promise<void>
}

/** A recording in progress. */
export interface GrowingRecording {
  append(bytes: Uint8Array): void
  /**
   * Finishes the recording with this header and adds it to the folder.
   * @throws if it could not be written, or was removed meanwhile
   */
  end(header: Uint8Array): Promise<void>
}

/** Names of recordings: 256 random bits and nothing else, so that the name is the key to the file. */
export const RECORDING_NAME = /^[\w-]{43}\.wav$/

/** Bytes at the start of a file that contain its header. */
const HEAD = 1024

/** Creates the recording store of a server. */
export function createRecordings(options: { dataDir: string; inMemory: boolean }): Recordings {
  const fileName = RECORDING_NAME
  const whole = createPrivateFolder({ ...options, name: 'recordings', fileName })
  const unfinished = createPrivateFolder({ ...options, name: 'recordings-unfinished', fileName })
  const fileOf = (name: string): string => path.join(unfinished.folder(), name)

  return {
    ...whole,
    grow(name, header) {
      let handle: FileHandle | undefined
      let last = open(fileOf(name), 'wx', 0o600).then(async (opened) => {
        handle = opened
        await handle.write(header)
      })
      // Reported by `end`.
      last.catch(() => {})
      return {
        append(bytes) {
          if (bytes.length === 0) return
          last = last.then(async () => void (await handle!.write(bytes)))
          last.catch(() => {})
        },
        async end(headerThen) {
          try {
            await last
            await handle!.write(headerThen, 0, headerThen.length, 0)
          } finally {
            await handle?.close()
          }
          await whole.adopt(name, fileOf(name))
        },
      }
    },
    async recover(name) {
      if (!RECORDING_NAME.test(name) || !existsSync(fileOf(name))) return
      const handle = await open(fileOf(name), 'r+')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
        const head = recoveredHead(buffer.subarray(0, bytesRead), (await handle.stat()).size)
        if (head) {
          await handle.write(head.header, 0, head.header.length, 0)
          await handle.truncate(head.size)
        }
      } finally {
        await handle.close()
      }
      await whole.adopt(name, fileOf(name))
    },
    remove(name) {
      whole.remove(name)
      unfinished.remove(name)
    },
    close() {
      whole.close()
      unfinished.close()
    },
  }
}
