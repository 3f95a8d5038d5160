import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { syncFolder } from '../../durable.ts'

interface FolderOptions {
  readonly dataDir: string
  /** A server without a data folder keeps its files in a temporary one until it stops. */
  readonly inMemory: boolean
  /** Name of the folder. */
  readonly name: string
  /** Pattern of its file names; no other name is ever read or written. */
  readonly fileName: RegExp
}

/** Files of one kind, readable by the server's user only. */
export interface PrivateFolder {
  /** Path of the folder, created on first use. */
  folder(): string
  /** Writes a file; resolves once a power cut cannot take it away any more. Others are served meanwhile. */
  save(name: string, content: Uint8Array): Promise<void>
  /** Moves a file that is on the disk here, as durably. */
  adopt(name: string, file: string): Promise<void>
  /** The same as `save` at once, for what is a step of a job or of a transaction. */
  saveSync(name: string, content: Uint8Array): void
  /** Size of a file, bytes; 0 where there is none. */
  bytesOf(name: string): Promise<number>
  /** Deletes a file; one that is not there is none the less gone. */
  remove(name: string): void
  /** Nothing is kept in memory beyond the server's life. */
  close(): void
}

const DURABLE = { mode: 0o600, flush: true } as const

/** One folder of the data folder. */
export function createPrivateFolder({
  dataDir,
  inMemory,
  name: folderName,
  fileName,
}: FolderOptions): PrivateFolder {
  let made: string | undefined

  function folder(): string {
    if (made !== undefined) return made
    made = inMemory
      ? mkdtempSync(path.join(tmpdir(), `parley-${folderName}-`))
      : path.join(dataDir, folderName)
    mkdirSync(made, { recursive: true, mode: 0o700 })
    return made
  }

  const fileOf = (name: string): string => {
    if (!fileName.test(name)) throw new Error(`That is no name of a file in ${folderName}`)
    return path.join(folder(), name)
  }

  return {
    folder,
    async save(name, content) {
      await writeFile(fileOf(name), content, DURABLE)
      syncFolder(folder())
    },
    async adopt(name, file) {
      const handle = await open(file, 'r+')
      try {
        await handle.chmod(DURABLE.mode)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(file, fileOf(name))
      syncFolder(folder())
    },
    saveSync(name, content) {
      writeFileSync(fileOf(name), content, DURABLE)
      syncFolder(folder())
    },
    bytesOf: (name) =>
      stat(fileOf(name)).then(
        ({ size }) => size,
        () => 0,
      ),
    remove: (name) => rmSync(fileOf(name), { force: true }),
    close() {
      if (inMemory && made !== undefined) rmSync(made, { recursive: true, force: true })
    },
  }
}
