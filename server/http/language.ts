import type { Request } from 'express'
import { localizerFor } from '#contracts/catalogues.ts'
import type { Localizer } from '#contracts/localize.ts'

/** Names the language in which a caller wants to be told of faults. The API speaks English to who does not send it. */
export const LANGUAGE_HEADER = 'parley-language'

/** The language of an answer. */
export function localizerOf({ headers }: Pick<Request, 'headers'>): Localizer {
  const language = headers[LANGUAGE_HEADER]
  return localizerFor(typeof language === 'string' ? language : undefined)
}
