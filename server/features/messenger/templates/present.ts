import type { MessengerTemplate } from '#contracts/messenger-senders.ts'
import type { TemplateRow } from './queries.ts'

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
