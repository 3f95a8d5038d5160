import type { Filing, FilingFields } from '#contracts/assistant-filing.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import type { AssistantRow } from '../row.ts'
import { filingQueries } from './queries.ts'

/** Field errors of a folder or labels that the account does not have. */
export function filingFaults(db: Db, userId: number, sent: FilingFields): FieldFaults {
  const { folder, label } = filingQueries(db)
  const { folder_id, label_ids = [] } = sent
  const missing = [
    ...(folder_id !== undefined && !folder.find(userId, folder_id) ? ['folder_id'] : []),
    ...label_ids.flatMap((id, index) => (label.find(userId, id) ? [] : [`label_ids.${index}`])),
  ]
  return Object.fromEntries(missing.map((field) => [field, [fault('not_selectable')]]))
}

/** An assistant's folder and labels in API format. */
export function filingOf(db: Db, id: number): Filing {
  const filing = filingQueries(db)
  return { folder_id: filing.folderOf(id), label_ids: filing.labelsOf(id) }
}

/** Reports whether a request says anything about folder or labels. */
export const isFiling = (sent: FilingFields): boolean => 'folder_id' in sent || 'label_ids' in sent

/** Puts an assistant into the folder and gives it the labels that were sent; what was not sent stays. */
export function fileAssistant(tx: Tx, db: Db, id: number, sent: FilingFields): void {
  const filing = filingQueries(db)
  if ('folder_id' in sent) filing.setFolder(tx, id, sent.folder_id ?? null)
  if ('label_ids' in sent) filing.setLabels(tx, id, sent.label_ids ?? [])
}

/** Files an assistant elsewhere, and records the event if that changes anything. */
export function refileAssistant(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  { id, user_id }: Pick<AssistantRow, 'id' | 'user_id'>,
  sent: FilingFields,
): void {
  if (!isFiling(sent)) return
  const before = filingOf(db, id)
  fileAssistant(tx, db, id, sent)
  const after = filingOf(db, id)
  if (JSON.stringify(after) === JSON.stringify(before)) return
  events.record(tx, { userId: user_id, type: 'assistant.filed', payload: { id, ...after } })
}
