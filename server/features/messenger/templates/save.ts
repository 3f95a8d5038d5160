import type { BodyOf } from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { createMessengerTemplate } from '#contracts/messenger-senders.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { placeholdersIn } from '../../../providers/messenger/placeholders.ts'
import type { SenderRow } from '../senders/queries.ts'
import { presentTemplate } from './present.ts'
import { type TemplateRow, templateQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now'>
type NewTemplate = BodyOf<typeof createMessengerTemplate>

/** Adds a validated template and asks the channel to review it. */
export function createTemplate(
  tx: Tx,
  context: Needs,
  { id: senderId, user_id: userId }: SenderRow,
  sent: NewTemplate,
): TemplateRow {
  const { db, jobs, now } = context
  const row = templateQueries(db).insert(tx, {
    sender_id: senderId,
    name: sent.name,
    language: sent.language,
    category: sent.category,
    body_text: sent.body_text,
    variables: JSON.stringify(sent.variables ?? placeholdersIn(sent.body_text)),
    created_at: now().getTime(),
  })
  jobs.add(tx, { kind: 'messenger.review', payload: { template_id: row.id } })
  recordTemplate(tx, context, userId, row)
  return row
}

/** Deletes a template; messages made from it are kept. */
export function deleteTemplate(
  tx: Tx,
  { db, events }: Pick<Needs, 'db' | 'events'>,
  { user_id: userId }: SenderRow,
  { id }: TemplateRow,
): void {
  templateQueries(db).remove(tx, id)
  events.record(tx, { userId, type: 'messenger_template.deleted', payload: { id } })
}

/** Publishes a template to the desk. */
export function recordTemplate(
  tx: Tx,
  { events }: Pick<Needs, 'events'>,
  userId: number,
  row: TemplateRow,
): void {
  events.record(tx, {
    userId,
    type: 'messenger_template.saved',
    payload: { ...presentTemplate(row), sender_id: row.sender_id },
  })
}

/** Validates rules that a schema cannot express. */
export function templateFaults(
  { db }: Pick<Needs, 'db'>,
  { id }: SenderRow,
  { name, language, body_text: text, variables }: Partial<NewTemplate>,
): FieldFaults {
  const faults: FieldFaults = {}
  if (name !== undefined && language !== undefined) {
    if (templateQueries(db).isUsed(id, name, language)) faults['name'] = [fault('taken')]
  }
  if (text !== undefined && variables !== undefined && !fits(text, variables))
    faults['variables'] = [fault('not_placeholders')]
  return faults
}

/** Reports whether every variable has one name and one placeholder, by name or by number. */
function fits(text: string, variables: readonly string[]): boolean {
  const used = placeholdersIn(text).map((key) =>
    variables.includes(key) ? key : variables[Number(key) - 1],
  )
  return (
    new Set(variables).size === variables.length &&
    variables.every((name) => used.includes(name)) &&
    !used.includes(undefined)
  )
}
