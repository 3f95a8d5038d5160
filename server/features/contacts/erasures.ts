import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../context.ts'
import { syncFile } from '../../db/durable.ts'
import { erasureQueries } from './erasure-queries.ts'

/*
 * Who was erased, so that no copy from before brings them back: as SHA-256 of a UUID, which says nothing about anybody. The
 * table is written in the commit that erases; the file beside the database outlives it and is what a restored one is held
 * against.
 */

type Needs = Pick<Context, 'db' | 'config'>

const FILE = 'erased.log'

/** What stands for somebody who was erased. */
export const erasureOf = (uuid: string): Buffer => hash('sha256', uuid, 'buffer')

/** Writes those into the file that are in the table alone. Call it after the commit, and at each start. */
export function writeErasures({ db, config }: Needs): void {
  if (db.memory) return
  const file = path.join(config.dataDir, FILE)
  const known = read(file)
  const lines = erasureQueries(db)
    .all()
    .filter(({ subject }) => !known.has(subject.toString('hex')))
    .map(({ subject, erased_at }) => `${subject.toString('hex')} ${erased_at}\n`)
  if (lines.length === 0) return
  appendFileSync(file, lines.join(''), { mode: 0o600 })
  syncFile(file)
}

/** All who were erased, by the file: hexadecimal SHA-256 with the time. */
export function readErasures({ config }: Pick<Context, 'config'>): Map<string, number> {
  return read(path.join(config.dataDir, FILE))
}

function read(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').matchAll(/^([0-9a-f]{64}) (\d+)$/gm)
  return new Map([...lines].map(([, subject, at]) => [subject!, Number(at)]))
}
