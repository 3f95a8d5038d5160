import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { InvalidFields } from '../../../errors.ts'
import { presentAttachment } from './present.ts'
import { type AttachmentRow, attachmentQueries, type Uploader } from './queries.ts'

/** Uploads to attach to a message, and their presentation for readers as JSON. */
interface Taken {
  readonly rows: readonly AttachmentRow[]
  readonly json: string | null
}

/**
 * Finds the uploads that a message names; `sendAttachments` then attaches them.
 * @throws InvalidFields for one that does not exist, belongs to another conversation, or was already sent
 */
export function takeAttachments(
  db: Db,
  conversationId: number,
  by: Uploader,
  ids: readonly number[] = [],
): Taken {
  const errors: FieldFaults = {}
  const rows = [...new Set(ids)].flatMap((id) => {
    const row = attachmentQueries(db).unsent(conversationId, by, id)
    if (row) return [row]
    const field = `attachment_ids.${ids.indexOf(id)}`
    errors[field] = [fault('not_selectable')]
    return []
  })
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
  return { rows, json: rows.length === 0 ? null : JSON.stringify(rows.map(presentAttachment)) }
}

/** Attaches the files to their message. */
export function sendAttachments(tx: Tx, db: Db, { rows }: Taken, messageId: number): void {
  for (const { id } of rows) attachmentQueries(db).send(tx, id, messageId)
}
