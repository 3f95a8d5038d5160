import Database from 'better-sqlite3'
import type { NewAssistant } from '#contracts/assistants.ts'
import { type Context, newUuid } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import { languageDefaults } from '../lookups/language-defaults.ts'
import { summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import { assistantFields } from './row.ts'

/**
 * Creates an inactive assistant from fields that keep all the rules, and records it.
 * @throws InvalidFields when another inbound assistant has the number: the database decides who was first.
 */
export function createAssistant(
  context: Pick<Context, 'db' | 'events' | 'now' | 'randomBytes'>,
  userId: number,
  sent: NewAssistant,
): AssistantWithLanguage {
  const { db, events, now } = context
  const assistants = assistantQueries(db)
  const create = db.transaction(() => {
    const at = now().getTime()
    const id = assistants.insert({
      ...assistantFields(sent, languageDefaults(db, sent.language_id)),
      uuid: newUuid(context),
      user_id: userId,
      created_at: at,
      updated_at: at,
    })
    assistants.addLanguages(id, sent.secondary_language_ids ?? [])
    assistants.addTools(id, sent.tool_ids ?? [])
    const created = assistants.find(userId, id)!
    events.record({ userId, type: 'assistant.created', payload: summarize(created) })
    return created
  })
  try {
    return create()
  } catch (error) {
    throw isNumberTaken(error) ? numberTaken() : error
  }
}

const isNumberTaken = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
  error.message.includes('phone_number_id')

const numberTaken = () =>
  new InvalidFields({
    phone_number_id: ['The phone number is already assigned to another inbound assistant.'],
  })
