import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Subject of a picture. */
export type Sitter = { readonly assistantId: number } | { readonly operatorId: number }

interface NewPicture {
  readonly key: string
  readonly userId: number
  readonly content: Uint8Array
  readonly now: number
}

interface Ids {
  readonly assistantId: number | null
  readonly operatorId: number | null
}

/** All SQL for the pictures of assistants and operators. */
export const pictureQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewPicture & Ids]>(`
    INSERT INTO pictures (key, user_id, assistant_id, operator_id, content, created_at)
    VALUES (:key, :userId, :assistantId, :operatorId, :content, :now)
  `)
  const remove = sql.write<[number | null, number | null]>(
    'DELETE FROM pictures WHERE assistant_id = ? OR operator_id = ?',
  )
  // A deleted assistant can be restored, and has its picture then; until that it is not shown.
  const byKey = sql
    .read<[string], Buffer>(`
      SELECT content FROM pictures
      WHERE key = ${hidden('?')} AND NOT EXISTS (
        SELECT 1 FROM assistants WHERE assistants.id = assistant_id AND deleted_at IS NOT NULL
      )
    `)
    .pluck()
  const ofAssistant = sql
    .read<[number], string>('SELECT key FROM pictures WHERE assistant_id = ?')
    .pluck()
  const ofOperator = sql
    .read<[number], string>('SELECT key FROM pictures WHERE operator_id = ?')
    .pluck()
  const contentOf = sql
    .read<[number], Buffer>('SELECT content FROM pictures WHERE assistant_id = ?')
    .pluck()

  return {
    insert: (tx: Tx, sitter: Sitter, picture: NewPicture) =>
      insert.run(tx, { ...picture, ...idsOf(sitter) }),
    remove: (tx: Tx, sitter: Sitter) => {
      const { assistantId, operatorId } = idsOf(sitter)
      remove.run(tx, assistantId, operatorId)
    },
    byKey: (key: string) => byKey.get(key),
    /** Key of an assistant's picture. */
    ofAssistant: (id: number) => ofAssistant.get(id),
    /** Key of an operator's picture. */
    ofOperator: (id: number) => ofOperator.get(id),
    /** The picture itself, to copy it with its assistant. */
    contentOf: (assistantId: number) => contentOf.get(assistantId),
  }
})

/** Ids of the subject, one of which is null. */
function idsOf(sitter: Sitter): Ids {
  return { assistantId: null, operatorId: null, ...sitter }
}
