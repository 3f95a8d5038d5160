import type { Draft, Drafter, DraftMark } from '#contracts/drafts.ts'
import { toIso } from '../../../db/time.ts'
import type { DrafterRow, DraftRow, MarkRow } from './queries.ts'

/** An operator's own draft. */
export function presentDraft(row: DraftRow): Draft {
  return { kind: row.kind, content: row.content, updated_at: toIso(row.updated_at) }
}

/** The author of a draft, as shown to other operators. */
export function presentDrafter(row: DrafterRow): Drafter {
  return {
    by: { id: row.operator_id, name: row.operator_name },
    updated_at: toIso(row.updated_at),
  }
}

/** A draft in a list of them. */
export function presentMark(row: MarkRow): DraftMark {
  return { conversation_id: row.conversation, kind: row.kind, ...presentDrafter(row) }
}
