/*
 * GET    /user/drafts                            listDrafts
 * GET    /user/conversations/:uuid/drafts        getDrafts
 * PUT    /user/conversations/:uuid/drafts/:kind  saveDraft
 */
import { getDrafts, listDrafts, MAX_LISTED_DRAFTS, saveDraft } from '#contracts/drafts.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { presentDraft, presentDrafter, presentMark } from './present.ts'
import { draftQueries } from './queries.ts'

/** Operators' drafts. Other operators learn that a draft exists, but never see its text. */
export const draftRoutes: Routes = ({ handle, db, write, hub, now }) => {
  const drafts = draftQueries(db)

  handle(listDrafts, ({ principal: { userId, operatorId } }) => ({
    data: drafts.marks(userId, operatorId, MAX_LISTED_DRAFTS).map(presentMark),
  }))

  handle(getDrafts, ({ principal, params }) => {
    const { id } = findConversation(db, principal.userId, params.uuid)
    return {
      data: drafts.own(id, principal.operatorId).map(presentDraft),
      drafters: drafts.others(id, principal.operatorId).map(presentDrafter),
    }
  })

  handle(saveDraft, async ({ principal, params: { uuid, kind }, body: { content } }) => {
    const { operatorId, userId, name } = principal
    const { id } = findConversation(db, userId, uuid)
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
    hub.sendToUser(userId, 'drafting', {
      conversation_id: uuid,
      by: { id: operatorId, name },
      kind,
      active: !isEmpty,
    })
    return { message: isEmpty ? 'Draft forgotten' : 'Draft saved', data }
  })
}
