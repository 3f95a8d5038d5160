import { language } from '../locales/language.ts'

/* The sentences of refused fields come from the server in English; this says them in the language of the page. */

const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/ field is required when (.+) is (.+)\.$/, 'Das wird gebraucht, wenn „$1“ $2 ist.'],
  [/ field is required\.$/, 'Das wird gebraucht.'],
  [/ must not be greater than (\d+) characters\.$/, 'Höchstens $1 Zeichen.'],
  [/ must be at least (\d+) characters\.$/, 'Mindestens $1 Zeichen.'],
  [/ must not have more than (\d+) items\.$/, 'Höchstens $1 Einträge.'],
  [/ must be between ([\d.]+) and ([\d.]+)\.$/, 'Ein Wert von $1 bis $2.'],
  [/ must be an integer\.$/, 'Eine ganze Zahl.'],
  [/ must be a number\.$/, 'Eine Zahl.'],
  [/ must be a string\.$/, 'Ein Text.'],
  [/ must be a valid URL\.$/, 'Eine vollständige Adresse mit http:// oder https://.'],
  [/ must be a valid timezone\.$/, 'Eine Zeitzone, etwa Europe/Berlin.'],
  [
    / may only contain lowercase letters, digits and underscores\.$/,
    'Nur Kleinbuchstaben, Ziffern und Unterstriche.',
  ],
  [/^The selected voice is not compatible/, 'Diese Stimme passt nicht zur Technik.'],
  [
    /^The selected model is not available/,
    'Das Modell ist nicht verfügbar, der Assistent kann nicht antworten.',
  ],
  [/^The selected .+ is invalid\.$/, 'Das gibt es nicht oder nicht mehr.'],
  [
    /already assigned to another inbound assistant\.$/,
    'Ein anderer Assistent nimmt diese Nummer an.',
  ],
  [/^A Caller ID number cannot be assigned/, 'Eine Caller ID kann keine Anrufe annehmen.'],
  [
    /^Interruptions cannot be disabled/,
    'Mit dieser Technik lassen sich Unterbrechungen nicht abschalten.',
  ],
  [/^Only function_call mode/, 'Mit dieser Technik schlägt das Modell Wissen selbst nach.'],
  [/^Another assistant has the same name\.$/, 'Ein anderer Assistent heißt genauso.'],
  [/^There is no (?:.+?) “(.+)” here\.$/, '„$1“ gibt es hier nicht.'],
  [/^The document was written by a newer Parley\.$/, 'Die Datei stammt von einem neueren Parley.'],
]

/** A sentence about a refused field in the language of the page; one that is not known stays as it is. */
export function sayFault(sentence: string): string {
  if (language === 'en') return sentence
  const known = GERMAN.find(([pattern]) => pattern.test(sentence))
  if (!known) return sentence
  const [pattern, words] = known
  return words.replace(
    /\$(\d)/g,
    (_, index: string) => pattern.exec(sentence)?.[Number(index)] ?? '',
  )
}
