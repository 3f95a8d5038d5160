import type { Localizer } from '#contracts/localize.ts'
import type { MessengerTemplate } from '#contracts/messenger-senders.ts'
import type { Operator } from '../../../http/principal.ts'
import type { TemplateRow } from './queries.ts'

/** The same as `presentTemplate`; Parley's own screens see more than programs. */
export const presentTemplateFor = (
  { sessionId }: Operator,
  row: TemplateRow,
  localizer: Localizer,
): MessengerTemplate =>
  sessionId === null
    ? presentTemplate(row)
    : { ...presentTemplate(row), reason: localizer.translateStored(row.reason) }

/** A template in its API form. */
export function presentTemplate(row: TemplateRow): MessengerTemplate {
  const variables = JSON.parse(row.variables) as string[]
  return {
    id: row.id,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    body_text: row.body_text,
    variables,
    has_variables: variables.length > 0,
  }
}
