import type { Db } from '../../db/open.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'

/** A conversation or call, which another assistant may answer after a transfer. */
export interface Transferable {
  readonly assistant_id: number
  readonly acting_assistant_id: number | null
}

/**
 * The assistant that answers a conversation or call: after a transfer the target's voice, model, prompt, tools and
 * knowledge, with the name, status and limits of the first assistant. A target that was deleted or switched off gives
 * way to the first.
 */
export function actingAssistant(
  db: Db,
  { assistant_id: id, acting_assistant_id: actingId }: Transferable,
): AssistantWithLanguage | undefined {
  const { byId } = assistantQueries(db)
  const own = byId(id)
  const acting = actingId === null ? undefined : byId(actingId)
  const isGone = !acting || acting.switched_off === 1 || acting.deleted_at !== null
  if (!own || own.deleted_at !== null || isGone) return own
  const { name, status, max_duration, record, recording_notice, over_budget_message } = own
  return { ...acting, name, status, max_duration, record, recording_notice, over_budget_message }
}
