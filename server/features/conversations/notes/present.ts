import type { Note } from '#contracts/notes.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import type { NoteRow } from './queries.ts'

/** A private note, visible at the desk only. */
export function presentNote(row: NoteRow): Note {
  return {
    id: row.id,
    client_id: row.client_id,
    by: { id: row.operator_id, name: row.operator_name },
    after_seq: row.after_seq,
    content: row.content,
    mentions: JSON.parse(row.mentions),
    created_at: toIso(row.created_at),
    edited_at: ifSet(row.edited_at, toIso),
  }
}
