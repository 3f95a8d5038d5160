/*
 * GET    /user/corrections      listCorrections
 * PUT    /user/corrections/:id  updateCorrection
 */
import { type Correction, listCorrections, updateCorrection } from '#contracts/corrections.ts'
import { toIso } from '../../../db/time.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentActor } from '../activities/present.ts'
import { type CorrectionRow, correctionQueries } from './queries.ts'

/** Drafts of assistants that operators corrected. */
export const correctionRoutes: Routes = ({ handle, db, write }) => {
  const corrections = correctionQueries(db)

  handle(listCorrections, ({ principal: { userId }, query, page }) => {
    const filter = { userId, assistantId: query.assistant_id ?? null, state: query.state }
    return page.of(corrections.count(filter), (slice) =>
      corrections.page(filter, slice).map(present),
    )
  })

  handle(updateCorrection, ({ principal: { userId }, params: { id }, body }) =>
    write((tx) => {
      if (!corrections.setStatus(tx, userId, id, body.status))
        throw notFound('correction_not_found')
      const data = present(corrections.find(userId, id)!)
      return { message: 'Correction updated successfully', data }
    }),
  )
}

const present = (row: CorrectionRow): Correction => ({
  id: row.id,
  kind: row.kind,
  assistant: { id: row.assistant_id, uuid: row.assistant_uuid, name: row.assistant_name },
  conversation_id: row.conversation_uuid,
  message_seq: row.seq,
  question: row.question,
  draft: row.draft,
  sent: row.sent,
  by: presentActor(row.operator_id, row.operator_name),
  status: row.status,
  created_at: toIso(row.created_at),
})
