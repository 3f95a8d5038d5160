import type { FillerConfig } from '#contracts/assistant-fields.ts'
import fillers from './fillers.json' with { type: 'json' }

/** A language for assistants, by its ISO 639-1 code. */
export interface LanguageReference {
  readonly code: string
  readonly name: string
  readonly fillers: FillerConfig
}

const language = (code: keyof typeof fillers, name: string): LanguageReference => ({
  code,
  name,
  fillers: fillers[code],
})

/** English first, then by name; ids in a new data folder follow this order. */
export const LANGUAGES: readonly LanguageReference[] = [
  language('en', 'English'),
  language('ar', 'Arabic'),
  language('bn', 'Bengali'),
  language('bg', 'Bulgarian'),
  language('ca', 'Catalan'),
  language('zh', 'Chinese'),
  language('hr', 'Croatian'),
  language('cs', 'Czech'),
  language('da', 'Danish'),
  language('nl', 'Dutch'),
  language('et', 'Estonian'),
  language('tl', 'Filipino'),
  language('fi', 'Finnish'),
  language('fr', 'French'),
  language('de', 'German'),
  language('el', 'Greek'),
  language('he', 'Hebrew'),
  language('hi', 'Hindi'),
  language('hu', 'Hungarian'),
  language('id', 'Indonesian'),
  language('it', 'Italian'),
  language('ja', 'Japanese'),
  language('ko', 'Korean'),
  language('lv', 'Latvian'),
  language('lt', 'Lithuanian'),
  language('ms', 'Malay'),
  language('no', 'Norwegian'),
  language('fa', 'Persian'),
  language('pl', 'Polish'),
  language('pt', 'Portuguese'),
  language('ro', 'Romanian'),
  language('ru', 'Russian'),
  language('sr', 'Serbian'),
  language('sk', 'Slovak'),
  language('sl', 'Slovenian'),
  language('es', 'Spanish'),
  language('sv', 'Swedish'),
  language('th', 'Thai'),
  language('tr', 'Turkish'),
  language('uk', 'Ukrainian'),
  language('ur', 'Urdu'),
  language('vi', 'Vietnamese'),
]
