import type { Request } from 'express'
import { localizerFor } from '#contracts/catalogues.ts'
import type { Localizer } from '#contracts/localize.ts'

/** Header with the caller's language for faults. The API defaults to English. */
export const LANGUAGE_HEADER = 'parley-language'

/** The language of a response. */
export function localizerOf({ headers }: Pick<Request, 'headers'>): Localizer {
  const language = headers[LANGUAGE_HEADER]
  return localizerFor(typeof language === 'string' ? language : undefined)
}
