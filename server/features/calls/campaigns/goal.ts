import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { StoredCall } from '../queries.ts'
import { campaignQueries } from './queries.ts'

/**
 * Reports whether a call of a campaign came to its goal; undefined where there is none, or where the assistant no longer
 * asks for it.
 */
export function goalOf(
  { db }: Pick<Context, 'db'>,
  { campaign_id: id }: StoredCall,
  { post_call_schema: schema }: AssistantWithLanguage,
  extracted: JsonObject,
): boolean | undefined {
  const goal = id === null ? undefined : campaignQueries(db).byId(id)?.goal_completion_variable
  if (!goal) return undefined
  const isAsked = (JSON.parse(schema) as { name: string }[]).some(({ name }) => name === goal)
  return isAsked ? extracted[goal] === true : undefined
}
