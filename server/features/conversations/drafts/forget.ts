import type { DraftKind } from '#contracts/drafts.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { Operator } from '../../../http/principal.ts'
import type { ConversationRow } from '../queries.ts'
import { draftQueries } from './queries.ts'

/** Deletes a draft that has been sent, and tells the other operators that it is gone. */
export function forgetSentDraft(
  tx: Tx,
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  { id, uuid }: Pick<ConversationRow, 'id' | 'uuid'>,
  { operatorId, userId, name }: Operator,
  kind: DraftKind,
): void {
  if (!draftQueries(db).forget(tx, id, operatorId, kind)) return
  const by = { id: operatorId, name }
  tx.afterCommit(() =>
    hub.sendToUser(userId, 'drafting', { conversation_id: uuid, by, kind, active: false }),
  )
}
