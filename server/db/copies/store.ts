import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Fault, isFault, type ReasonCode } from '#contracts/faults.ts'
import { replaceFile } from '../../durable.ts'

/** Folders of data files beside the database. */
export const FILE_FOLDERS = ['attachments', 'recordings'] as const
export type FileFolder = (typeof FILE_FOLDERS)[number]
export type FileNames = Readonly<Record<FileFolder, readonly string[]>>

const Names = z.array(z.string().max(255))

/** Size and checksum of an immutable file. */
const FileDigest = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type FileDigest = z.output<typeof FileDigest>

const Contents = z.record(z.string(), FileDigest)

/** Manifest of a backup, stored beside the copy so that it is available if the database is lost. */
export const BackupFacts = z.object({
  id: z.string(),
  /** Ms since 1970. */
  created_at: z.int(),
  bytes: z.int(),
  schema: z.int(),
  rows: z.int(),
  /** Row count and checksum of each table. */
  digest: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  proven_at: z.int().nullable(),
  fault: z.custom<Fault<ReasonCode>>(isFault).nullable(),
  files: z.object({ attachments: Names, recordings: Names }),
  /** Size and checksum of each file; older Parleys did not write it. */
  contents: z.object({ attachments: Contents, recordings: Contents }).optional(),
  /** Signature of the installation that made it, over everything that a restore relies on. */
  signature: z.string().max(100).optional(),
})
export type BackupFacts = z.output<typeof BackupFacts>

const ID = /^parley-\d{8}T\d{6}Z(-\d+)?$/

/** The backups in a folder. */
export interface BackupStore {
  readonly folder: string
  /** Newest first. */
  all(): BackupFacts[]
  find(id: string): BackupFacts | undefined
  /** An unused id. */
  newId(now: Date): string
  /** Path of a backup's database. */
  fileOf(id: string): string
  /** Temporary path of an incomplete copy. */
  partialOf(id: string): string
  /** Folder with the files of all backups, deduplicated. */
  poolOf(name: FileFolder): string
  /** Adds a completed copy. */
  keep(facts: BackupFacts): void
  remove(id: string): void
  /** Deletes leftovers of interrupted backups. */
  tidy(): void
}

/** The backups in a folder, which is created on the first write. */
export function createStore(folder: string): BackupStore {
  const at = (...parts: string[]) => path.join(folder, ...parts)
  const checked = (id: string) => {
    if (!ID.test(id)) throw new Error('That is no name of a backup')
    return id
  }
  const fileOf = (id: string) => at(`${checked(id)}.db`)
  const partialOf = (id: string) => at(`${checked(id)}.partial`)
  const names = () => (existsSync(folder) ? readdirSync(folder) : [])

  function read(id: string): BackupFacts | undefined {
    if (!ID.test(id) || !existsSync(fileOf(id))) return undefined
    try {
      return BackupFacts.parse(JSON.parse(readFileSync(at(`${id}.json`), 'utf8')))
    } catch {
      return undefined
    }
  }

  function make(...parts: string[]): string {
    const made = at(...parts)
    mkdirSync(made, { recursive: true, mode: 0o700 })
    chmodSync(made, 0o700)
    return made
  }

  return {
    folder,
    fileOf,
    partialOf,
    find: read,
    all: () =>
      names()
        .filter((name) => name.endsWith('.db'))
        .map((name) => read(name.slice(0, -3)))
        .filter((facts) => facts !== undefined)
        .sort((a, b) => b.created_at - a.created_at || b.id.localeCompare(a.id)),
    newId(now) {
      make()
      const base = `parley-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
      const taken = new Set(names().map((name) => name.replace(/\.[^.]+$/, '')))
      const free = [base, ...Array.from({ length: 1000 }, (_, index) => `${base}-${index + 2}`)]
      return free.find((id) => !taken.has(id))!
    },
    poolOf: (name) => make('files', name),
    keep(facts) {
      const about = at(`${facts.id}.json`)
      writeFileSync(`${about}.partial`, JSON.stringify(facts), { mode: 0o600 })
      replaceFile(`${about}.partial`, about)
      replaceFile(partialOf(facts.id), fileOf(facts.id))
    },
    remove(id) {
      for (const ending of ['db', 'json', 'partial'])
        rmSync(at(`${checked(id)}.${ending}`), { force: true })
    },
    tidy() {
      for (const name of names())
        if (/\.partial(\.scratch)?(-\w+)?$/.test(name)) rmSync(at(name), { force: true })
    },
  }
}
