import type { FaultCode } from './faults.ts'
import { createLocalizer, type Localizer, type Template } from './localize.ts'
import deAttributes from './messages/de/attributes.json' with { type: 'json' }
import deErrors from './messages/de/errors.json' with { type: 'json' }
import deFields from './messages/de/fields.json' with { type: 'json' }
import deFindings from './messages/de/findings.json' with { type: 'json' }
import deReasons from './messages/de/reasons.json' with { type: 'json' }
import enErrors from './messages/en/errors.json' with { type: 'json' }
import enFields from './messages/en/fields.json' with { type: 'json' }
import enFindings from './messages/en/findings.json' with { type: 'json' }
import enReasons from './messages/en/reasons.json' with { type: 'json' }

/** All messages of a language, none missing. */
type Messages = Readonly<Record<FaultCode, Template>>

const en: Messages = { ...enErrors, ...enFields, ...enReasons, ...enFindings }
const de: Messages = { ...deErrors, ...deFields, ...deReasons, ...deFindings }

/** Languages of the server's error messages. */
export const LOCALIZERS = {
  en: createLocalizer({ language: 'en', messages: en, attributes: {} }),
  de: createLocalizer({ language: 'de', messages: de, attributes: deAttributes }),
} as const satisfies Record<string, Localizer>

export type MessageLanguage = keyof typeof LOCALIZERS

/** The API's language: the default if a request asks for no other. */
export const inEnglish: Localizer = LOCALIZERS.en

/** The localizer for a `Parley-Language` header; English if it is missing or unsupported. */
export const localizerFor = (language: string | undefined): Localizer =>
  Object.hasOwn(LOCALIZERS, language ?? '') ? LOCALIZERS[language as MessageLanguage] : inEnglish
