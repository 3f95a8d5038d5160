import type { DraftKind } from '#contracts/drafts.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface DraftRow {
  readonly kind: DraftKind
  readonly content: string
  readonly updated_at: number
}

export interface DrafterRow {
  readonly operator_id: number
  readonly operator_name: string
  readonly updated_at: number
}

export interface MarkRow extends DrafterRow {
  /** UUID. */
  readonly conversation: string
  readonly kind: DraftKind
}

interface SavedDraft {
  readonly conversationId: number
  readonly operatorId: number
  readonly kind: DraftKind
  readonly content: string
  readonly now: number
}

/** All SQL for operators' drafts. */
export const draftQueries = oncePerDb((sql) => {
  const own = sql.read<[number, number], DraftRow>(`
    SELECT kind, content, updated_at FROM drafts
    WHERE conversation_id = ${hidden('?')} AND operator_id = ${hidden('?')} ORDER BY kind DESC
  `)
  const others = sql.read<[number, number], DrafterRow>(`
    SELECT drafts.operator_id, operators.name AS operator_name, drafts.updated_at
    FROM drafts JOIN operators ON operators.id = drafts.operator_id
    WHERE drafts.conversation_id = ${hidden('?')} AND drafts.kind = 'reply' AND drafts.operator_id <> ?
      AND operators.removed_at IS NULL
    ORDER BY drafts.updated_at DESC
  `)
  const marks = sql.read<[{ userId: number; me: number; limit: number }], MarkRow>(`
    SELECT conversations.uuid AS conversation, drafts.kind, drafts.operator_id, operators.name AS operator_name, drafts.updated_at
    FROM operators
      CROSS JOIN drafts INDEXED BY drafts_by_operator ON drafts.operator_id = operators.id
      CROSS JOIN conversations ON conversations.id = drafts.conversation_id
    WHERE operators.user_id = :userId AND operators.removed_at IS NULL
      AND (drafts.kind = 'reply' OR drafts.operator_id = :me)
    ORDER BY drafts.operator_id = :me DESC, drafts.updated_at DESC, drafts.conversation_id DESC LIMIT :limit
  `)
  const save = sql.write<[SavedDraft], DraftRow>(`
    INSERT INTO drafts (conversation_id, operator_id, kind, content, updated_at)
    VALUES (:conversationId, :operatorId, :kind, :content, :now)
    ON CONFLICT DO UPDATE SET content = :content, updated_at = :now
    RETURNING kind, content, updated_at
  `)
  const forget = sql.write<[number, number, DraftKind]>(
    'DELETE FROM drafts WHERE conversation_id = ? AND operator_id = ? AND kind = ?',
  )

  return {
    /** An operator's drafts in a conversation. */
    own: (conversationId: number, operatorId: number) => own.all(conversationId, operatorId),
    /** Other operators with a draft reply in a conversation. */
    others: (conversationId: number, operatorId: number) => others.all(conversationId, operatorId),
    /** An operator's drafts and the replies that others are writing, newest first. */
    marks: (userId: number, me: number, limit: number) => marks.all({ userId, me, limit }),
    save: (tx: Tx, draft: SavedDraft) => save.get(tx, draft)!,
    forget: (tx: Tx, conversationId: number, operatorId: number, kind: DraftKind) =>
      forget.run(tx, conversationId, operatorId, kind).changes === 1,
  }
})
