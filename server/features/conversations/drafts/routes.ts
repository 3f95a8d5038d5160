/*
 * GET    /user/conversations/:uuid/drafts        getDrafts
 * PUT    /user/conversations/:uuid/drafts/:kind  saveDraft
 */
import { getDrafts, saveDraft } from '#contracts/drafts.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { presentDraft, presentDrafter } from './present.ts'
import { draftQueries } from './queries.ts'

/** Drafts of operators. Others at the desk learn that a draft exists, never its text. */
export const draftRoutes: Routes = ({ handle, db, write, hub, now }) => {
  const drafts = draftQueries(db)

  handle(getDrafts, ({ principal, params }) => {
    const { id } = find(principal.userId, params.uuid)
    return {
      data: drafts.own(id, principal.operatorId).map(presentDraft),
      drafters: drafts.others(id, principal.operatorId).map(presentDrafter),
    }
  })

  handle(saveDraft, async ({ principal, params: { uuid, kind }, body: { content } }) => {
    const { operatorId, userId, name } = principal
    const { id } = find(userId, uuid)
    const isEmpty = content.trim() === ''
    const data = isEmpty
      ? null
      : presentDraft(
          await write((tx) =>
            drafts.save(tx, {
              conversationId: id,
              operatorId,
              kind,
              content,
              now: now().getTime(),
            }),
          ),
        )
    if (isEmpty) await write((tx) => drafts.forget(tx, id, operatorId, kind))
    hub.tellUser(userId, 'drafting', {
      conversation_id: uuid,
      by: { id: operatorId, name },
      kind,
      active: !isEmpty,
    })
    return { message: isEmpty ? 'Draft forgotten' : 'Draft saved', data }
  })

  function find(userId: number, uuid: string): ConversationRow {
    const row = conversationQueries(db).ofUser(userId, uuid)
    if (!row) throw notFound('conversation_not_found')
    return row
  }
}
