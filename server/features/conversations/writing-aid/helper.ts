import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Context } from '../../../context.ts'
import { isKnown } from '../../../language/stop-words.ts'
import { languageOf } from '../../../language/words.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { chatModels } from '../../platform/lookups/models.ts'
import { lookupQueries, type ModelRow } from '../../platform/lookups/queries.ts'
import type { ConversationRow } from '../queries.ts'
import { translationQueries } from './queries.ts'

/** A model that can help with replies. */
export interface Helper {
  readonly row: ModelRow
  readonly model: LanguageModelV4
}

/**
 * The model that helps in a conversation: one of its assistant's, or another one of the account. Undefined if only the built-in
 * model is there, which answers from passages and cannot write.
 */
export function helperOf(
  { db, models }: Pick<Context, 'db' | 'models'>,
  { assistant_id: assistantId }: Pick<ConversationRow, 'assistant_id'>,
): Helper | undefined {
  const assistant = assistantQueries(db).byId(assistantId)
  const own = assistant ? chatModels(db, assistant) : []
  for (const row of [...own, ...lookupQueries(db).llmModels()]) {
    const model = row.provider === 'built-in' ? undefined : models.of(row)
    if (model) return { row, model }
  }
  return undefined
}

/** Messages of a visitor that show which language they write. */
const SHOWN = 5

/** The language that a visitor writes or, if that is unclear, the one of their browser or of the assistant. */
export function visitorLanguage(
  { db }: Pick<Context, 'db'>,
  { id, visitor_id: visitorId, assistant_id: assistantId }: ConversationRow,
): string | null {
  const queries = translationQueries(db)
  const reported = visitorId === null ? null : queries.visitorLanguage(visitorId)
  const base = tagOf(reported) ?? tagOf(assistantQueries(db).byId(assistantId)?.language ?? null)
  if (base === null) return null
  const [primary = ''] = base.split('-')
  if (!isKnown(primary)) return base
  const written = languageOf(queries.visitorTexts(id, SHOWN).join('\n'), primary)
  return written === primary ? base : written
}

const tagOf = (reported: string | null): string | null =>
  /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}/i
    .exec(reported ?? '')?.[0]
    .replace(/^[A-Z]+/, (tag) => tag.toLowerCase()) ?? null
