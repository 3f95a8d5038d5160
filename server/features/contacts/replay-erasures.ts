import type { Context } from '../../context.ts'
import { eraseContact } from './erase.ts'
import { erasureQueries } from './erasure-queries.ts'
import { erasureOf, readErasures, writeErasures } from './erasures.ts'

type Needs = Parameters<typeof eraseContact>[0] & Pick<Context, 'config'>

/**
 * Erases whoever came back with a copy of the data from before.
 * @returns how many visitors that were
 */
export function replayErasures(context: Needs): number {
  const { db } = context
  if (db.memory) return 0
  writeErasures(context)
  const erasures = erasureQueries(db)
  const known = new Set(erasures.all().map(({ subject }) => subject.toString('hex')))
  const missing = [...readErasures(context)].filter(([subject]) => !known.has(subject))
  if (missing.length === 0) return 0
  const wanted = new Set(missing.map(([subject]) => subject))
  const back = new Set(
    erasures
      .subjects()
      .filter(({ uuid }) => wanted.has(erasureOf(uuid).toString('hex')))
      .map(({ visitor_id }) => visitor_id),
  )
  for (const id of back) eraseContact(context, id)
  db.transaction(() => {
    for (const [subject, at] of missing) erasures.insert(Buffer.from(subject, 'hex'), at)
  })()
  return back.size
}
