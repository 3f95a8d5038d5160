import { AssistantChange, type NewAssistant } from '#contracts/assistant-fields.ts'
import type { Context } from '../../../context.ts'
import { pictureQueries } from '../../platform/pictures/queries.ts'
import { savePicture } from '../../platform/pictures/save.ts'
import { createAssistant } from '../create.ts'
import { filingOf } from '../filing/filing.ts'
import { type AssistantWithLanguage, assistantQueries } from '../queries.ts'
import { settingsOf } from '../settings.ts'
import type { Authorship } from '../versions.ts'

const MAX_NAME = 255

/** Copies an assistant without its status and number; the copy is in the same folder and has the same labels. */
export async function duplicateAssistant(
  context: Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'write'>,
  assistant: AssistantWithLanguage,
  authorship: Authorship,
): Promise<AssistantWithLanguage> {
  const { db, write } = context
  const names = assistantQueries(db)
    .all(assistant.user_id)
    .map(({ name }) => name)
  const copy = AssistantChange.parse({
    ...settingsOf(db, assistant),
    // A read-only mode that only lists show; it cannot be chosen.
    ...(assistant.knowledgebase_mode === 'hybrid' && { knowledgebase_mode: null }),
    name: copyName(assistant.name, names),
    phone_number_id: null,
  })
  // A stored assistant has all required fields.
  const whole = copy as NewAssistant
  return await write((tx) => {
    const { folder_id, label_ids } = filingOf(db, assistant.id)
    const sent = { ...whole, label_ids, ...(folder_id !== null && { folder_id }) }
    const created = createAssistant(tx, context, assistant.user_id, sent, authorship)
    const content = pictureQueries(db).contentOf(assistant.id)
    if (content) savePicture(tx, context, created.user_id, { assistantId: created.id }, { content })
    return created
  })
}

/** `Name (copy)`, `Name (copy 2)` and so on: the first that is not taken. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = name.replace(/ \(copy(?: \d+)?\)$/, '')
  for (let count = 1; ; count++) {
    const ending = count === 1 ? ' (copy)' : ` (copy ${count})`
    const copy = [...base].slice(0, MAX_NAME - ending.length).join('') + ending
    if (!taken.includes(copy)) return copy
  }
}
