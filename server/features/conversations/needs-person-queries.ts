import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** All SQL for conversations that need a person. Triggers reset the flag. */
export const needsPersonQueries = oncePerDb((sql) => {
  const set = sql.write<[{ id: number; since: number }]>(`
    UPDATE conversations SET needs_person = 1
    WHERE id = :id AND needs_person = 0 AND ai_mode <> 'human' AND ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM messages WHERE conversation_id = :id AND seq > :since AND author = 'operator'
    )
  `)
  const clear = sql.write<[{ id: number; since: number }]>(`
    UPDATE conversations SET needs_person = 0
    WHERE id = :id AND needs_person = 1 AND NOT EXISTS (
      SELECT 1 FROM messages WHERE conversation_id = :id AND seq > :since AND author = 'visitor'
    )
  `)
  const languageIfUnflagged = sql
    .read<[number], string>(`
      SELECT ifnull(languages.code, 'en') FROM conversations
      JOIN assistants ON assistants.id = conversations.assistant_id
      LEFT JOIN languages ON languages.id = assistants.language_id
      WHERE conversations.id = ${hidden('?')} AND needs_person = 0 AND ai_mode <> 'human' AND ended_at IS NULL
    `)
    .pluck()
  return {
    /** Language of a conversation that can be flagged; undefined if it is flagged, assigned to a person, or ended. */
    languageIfUnflagged: (id: number) => languageIfUnflagged.get(id),
    /** Resets the flag; false if it was not set, or the visitor has written after the message `since`. */
    clear: (tx: Tx, id: number, since: number) => clear.run(tx, { id, since }).changes === 1,
    /** Sets the flag; false if it was set, or a person has taken over or has written after the message `since`. */
    set: (tx: Tx, id: number, since: number) => set.run(tx, { id, since }).changes === 1,
  }
})
