import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface RecordingsOptions {
  readonly dataDir: string
  /** A server without a data folder keeps its recordings in a temporary one until it stops. */
  readonly inMemory: boolean
}

/** The recordings of calls: one file each, in a folder of their own. */
export interface Recordings {
  /** Where they are; made when it is first asked for. */
  folder(): string
  save(name: string, content: Uint8Array): void
  /** Deletes a recording; one that is not there is none the less gone. */
  remove(name: string): void
  /** Nothing is kept in memory beyond the server's life. */
  close(): void
}

/** Names of recordings: 256 random bits, so that the name is the key to the file, and nothing else. */
export const RECORDING_NAME = /^[\w-]{43}\.wav$/

/** The recordings of one server, readable by its user only. */
export function createRecordings({ dataDir, inMemory }: RecordingsOptions): Recordings {
  let made: string | undefined

  function folder(): string {
    if (made !== undefined) return made
    made = inMemory
      ? mkdtempSync(path.join(tmpdir(), 'parley-recordings-'))
      : path.join(dataDir, 'recordings')
    mkdirSync(made, { recursive: true, mode: 0o700 })
    return made
  }

  const fileOf = (name: string): string => {
    if (!RECORDING_NAME.test(name)) throw new Error('That is no name of a recording')
    return path.join(folder(), name)
  }

  return {
    folder,
    save: (name, content) => writeFileSync(fileOf(name), content, { mode: 0o600 }),
    remove: (name) => rmSync(fileOf(name), { force: true }),
    close() {
      if (inMemory && made !== undefined) rmSync(made, { recursive: true, force: true })
    },
  }
}
