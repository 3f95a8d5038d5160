import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { syncFolder } from '../../durable.ts'

interface FolderOptions {
  readonly dataDir: string
  /** Without a data folder, files are kept in a temporary folder until the server stops. */
  readonly inMemory: boolean
  readonly name: string
  /** Pattern of valid file names; no other name is ever read or written. */
  readonly fileName: RegExp
}

/** Files of one kind, readable only by the server's user. */
export interface PrivateFolder {
  /** Path of the folder, created on first use. */
  folder(): string
  /** Writes a file; resolves once it is durable. Asynchronous, so other requests are served meanwhile. */
  save(name: string, content: Uint8Array): Promise<void>
  /** Moves an existing file into the folder, just as durably. */
  adopt(name: string, file: string): Promise<void>
  /** Synchronous `save`, for use in a step of a job or in a transaction. */
  saveSync(name: string, content: Uint8Array): void
  /** Size of a file, bytes; 0 if it does not exist. */
  bytesOf(name: string): Promise<number>
  /** Deletes a file, if it exists. */
  remove(name: string): void
  /** Deletes the temporary folder of a server without a data folder. */
  close(): void
}

const DURABLE = { mode: 0o600, flush: true } as const

/** A folder inside the data folder, created on first use. */
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
