import type { AssistantChange } from '#contracts/assistant-fields.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantWithLanguage } from '../queries.ts'
import { updateAssistant } from '../update.ts'
import { type Authorship, latestVersion, presentVersion } from '../versions.ts'

interface Saving extends Authorship {
  readonly change: AssistantChange
  /** The version that the change is based on, if it matters. */
  readonly version: number | undefined
}

/**
 * Saves a valid change, unless someone else saved first.
 * @throws AppError `conflict` with the newest version
 */
export async function saveSettings(
  context: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  assistant: AssistantWithLanguage,
  { change, version, ...authorship }: Saving,
): Promise<AssistantWithLanguage> {
  const latest = latestVersion(context.db, assistant)
  if (version !== undefined && version !== latest.number) {
    throw new AppError('assistant_changed', { details: { version: presentVersion(latest) } })
  }
  return await updateAssistant(context, assistant, change, authorship)
}
