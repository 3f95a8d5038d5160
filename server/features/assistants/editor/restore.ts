import { AssistantChange } from '#contracts/assistant-fields.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import type { AssistantWithLanguage } from '../queries.ts'
import { changeFaults, updateAssistant } from '../update.ts'
import type { WholeVersionRow } from '../version-queries.ts'
import type { Authorship } from '../versions.ts'

/**
 * Restores an older version as the newest one.
 * @throws InvalidFields if something it refers to no longer exists
 */
export async function restoreVersion(
  context: Pick<Context, 'db' | 'events' | 'now' | 'networkOf' | 'port' | 'write'>,
  assistant: AssistantWithLanguage,
  version: WholeVersionRow,
  author: Authorship['author'],
): Promise<AssistantWithLanguage> {
  const settings = JSON.parse(version.settings)
  const parsed = AssistantChange.safeParse(settings)
  if (!parsed.success) throw new InvalidFields(fieldFaults(parsed.error.issues, settings))
  const faults = changeFaults(context, assistant, parsed.data)
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults)
  return await updateAssistant(context, assistant, parsed.data, {
    ...(author && { author }),
    restoredFrom: version.number,
  })
}
