import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../context.ts'
import { syncFile } from '../../durable.ts'
import { erasureQueries } from './erasure-queries.ts'

/*
 * Erased people and conversations, so that restoring an old backup does not bring them back: stored as SHA-256 of a
 * UUID, which reveals nothing about anyone. The table is written in the commit that erases; the file beside the
 * database survives a restore, and restored data is checked against it.
 */

type Needs = Pick<Context, 'db' | 'config'>

const FILE = 'erased.log'

/** Digest of an erased person or conversation. */
export interface Erasure {
  /** SHA-256. */
  readonly subject: Buffer
  readonly erased_at: number
}

/** Digest of an erased person, by their own UUID or that of one of their conversations. */
export const erasureOf = (uuid: string): Buffer => hash('sha256', uuid, 'buffer')

/** Digest of a conversation that was erased while its visitor stays. */
export const erasureOfConversation = (uuid: string): Buffer =>
  hash('sha256', `conversation ${uuid}`, 'buffer')

/** Appends erasures to the file that are only in the table. Call it at each start. */
export function writeErasures(context: Needs): void {
  const { db } = context
  if (db.memory) return
  const known = readErasures(context)
  const missing = erasureQueries(db)
    .all()
    .filter(({ subject }) => !known.has(subject.toString('hex')))
  addErasures(context, missing)
}

/** Appends the erasures of one commit to the file. Call it after the commit. */
export function addErasures({ db, config }: Needs, erasures: readonly Erasure[]): void {
  if (db.memory || erasures.length === 0) return
  const file = path.join(config.dataDir, FILE)
  const lines = erasures.map(
    ({ subject, erased_at }) => `${subject.toString('hex')} ${erased_at}\n`,
  )
  appendFileSync(file, lines.join(''), { mode: 0o600 })
  syncFile(file)
}

/** All erasures in the file: hexadecimal SHA-256 with the time. */
export function readErasures({ config }: Pick<Context, 'config'>): Map<string, number> {
  return read(path.join(config.dataDir, FILE))
}

function read(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').matchAll(/^([0-9a-f]{64}) (\d+)$/gm)
  return new Map([...lines].map(([, subject, at]) => [subject!, Number(at)]))
}
