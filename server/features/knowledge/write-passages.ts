import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { passageQueries } from './passage-queries.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'
import type { Passage } from './reader/passages.ts'
import { SLICE } from './remove.ts'

/** Writes passages in slices; false if the document was deleted in the meantime. */
export async function writePassages(
  { db, write }: Pick<Context, 'db' | 'write'>,
  { id, knowledge_base_id }: DocumentRow,
  passages: readonly Passage[],
  stopping: AbortSignal,
  pageId: number | null = null,
): Promise<boolean> {
  const writeSlice = (tx: Tx, slice: readonly Passage[]) => {
    if (!knowledgeQueries(db).document(id)) return false
    passageQueries(db).insert(tx, id, knowledge_base_id, slice, { pageId })
    return true
  }
  for (let from = 0; from < passages.length; from += SLICE) {
    stopping.throwIfAborted()
    const slice = passages.slice(from, from + SLICE)
    if (!(await write((tx) => writeSlice(tx, slice)))) return false
    await breathe()
  }
  return true
}
