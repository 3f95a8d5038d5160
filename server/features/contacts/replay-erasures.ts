import { type EraseNeeds, emptyLog, erase } from './erase.ts'
import { erasureQueries } from './erasure-queries.ts'
import { erasureOf, erasureOfConversation, readErasures, writeErasures } from './erasures.ts'
import { forgetConversation, forgetVisitor } from './forget.ts'

/**
 * Repeats erasures that a restored database has lost.
 * @returns number of visitors and conversations erased
 */
export async function replayErasures(context: EraseNeeds): Promise<number> {
  const { db, write } = context
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
  for (const id of back) await erase(context, (tx) => forgetVisitor(tx, context, id))
  const conversations = erasures
    .conversations()
    .filter(({ uuid }) => wanted.has(erasureOfConversation(uuid).toString('hex')))
  for (const conversation of conversations)
    await erase(context, (tx) => forgetConversation(tx, context, conversation))
  emptyLog(context)
  await write((tx) => {
    for (const [subject, at] of missing) erasures.insert(tx, Buffer.from(subject, 'hex'), at)
  })
  return back.size + conversations.length
}
