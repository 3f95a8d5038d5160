import type { FillerConfig } from '#contracts/assistant-fields.ts'
import type { Db } from '../../../db/open.ts'
import { lookupQueries } from './queries.ts'
import { LANGUAGES } from './reference/languages.ts'

/** Defaults of an assistant that depend on its language. */
export interface LanguageDefaults {
  readonly synthesizerId: number | null
  readonly transcriberId: number | null
  readonly fillers: FillerConfig
}

const NO_FILLERS: FillerConfig = { positive: [], negative: [], question: [], neutral: [] }

/**
 * The defaults of a language: the first provider of each kind that everybody has, and its phrases. On a live call it stands
 * for whatever the account speaks and hears with (features/speech/speech-of.ts).
 */
export function languageDefaults(db: Db, languageId: number): LanguageDefaults {
  const lookups = lookupQueries(db)
  const code = lookups.languageCode(languageId)
  return {
    synthesizerId: lookups.synthesizers(null, languageId)[0]?.id ?? null,
    transcriberId: lookups.transcribers(null, languageId)[0]?.id ?? null,
    fillers: LANGUAGES.find((language) => language.code === code)?.fillers ?? NO_FILLERS,
  }
}
