import { language } from './language.ts'

/*
 * The server's own sentences, which are part of the API and therefore English, for readers of another language. A
 * sentence that no pattern knows is shown as it is.
 */

type Pattern = readonly [RegExp, (...parts: string[]) => string]

/** Names of fields, where the reader's word is not the server's. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'E-Mail',
  secret: 'Schlüssel',
  phone: 'Telefonnummer',
  'phone number': 'Rufnummer',
  content: 'Text',
  body: 'Text',
  to: 'Empfänger',
  from: 'Absender',
  amount: 'Betrag',
  note: 'Notiz',
  'system prompt': 'Anweisungen',
  'initial message': 'Erste Nachricht',
  timezone: 'Zeitzone',
  nickname: 'Bezeichnung',
}

const field = (name: string) => `„${FIELDS[name] ?? name}“`

const GERMAN: readonly Pattern[] = [
  [/^The (.+) field is required\.$/, (name) => `${field(name)} ist ein Pflichtfeld.`],
  [/^The (.+?)(?: field)? must be a string\.$/, (name) => `${field(name)} muss ein Text sein.`],
  [
    /^The (.+?)(?: field)? must be an? integer\.$/,
    (name) => `${field(name)} muss eine ganze Zahl sein.`,
  ],
  [/^The (.+?)(?: field)? must be a number\.$/, (name) => `${field(name)} muss eine Zahl sein.`],
  [/^The (.+?)(?: field)? must be an array\.$/, (name) => `${field(name)} muss eine Liste sein.`],
  [
    /^The (.+?)(?: field)? must be true or false\.$/,
    (name) => `${field(name)} muss ja oder nein sein.`,
  ],
  [/^The selected (.+) is invalid\.$/, (name) => `Die Auswahl bei ${field(name)} ist ungültig.`],
  [/^The (.+) has already been taken\.$/, (name) => `${field(name)} ist schon vergeben.`],
  [
    /^The (.+?)(?: field)? must be a valid email address\.$/,
    (name) => `${field(name)} muss eine gültige E-Mail-Adresse sein.`,
  ],
  [
    /^The (.+?)(?: field)? must be a valid URL\.$/,
    (name) => `${field(name)} muss eine gültige Adresse sein (https://…).`,
  ],
  [/^The (.+) is not a valid date\.$/, (name) => `${field(name)} ist kein gültiges Datum.`],
  [/^The (.+) format is invalid\.$/, (name) => `${field(name)} hat nicht die richtige Form.`],
  [
    /^The (.+) must be between (.+) and ([\d.,-]+)\.$/,
    (name, from, to) => `${field(name!)} muss zwischen ${from} und ${to} liegen.`,
  ],
  [
    /^The (.+?)(?: field)? must be at least ([\d.,-]+)( characters)?\.$/,
    (name, least, words) =>
      `${field(name!)} muss mindestens ${least}${words ? ' Zeichen lang' : ''} sein.`,
  ],
  [
    /^The (.+?)(?: field)? (?:may|must) not be greater than ([\d.,-]+) characters\.$/,
    (name, most) => `${field(name!)} darf höchstens ${most} Zeichen lang sein.`,
  ],
  [
    /^The (.+?)(?: field)? (?:may|must) not be greater than ([\d.,-]+)\.$/,
    (name, most) => `${field(name!)} darf höchstens ${most} sein.`,
  ],
  [
    /^The (.+?)(?: field)? (?:may|must) not have more than (\d+) items\.$/,
    (name, most) => `${field(name!)} darf höchstens ${most} Einträge haben.`,
  ],
  [/^The given data was invalid\.$/, () => 'Die Angaben sind nicht gültig.'],
  [/^Unauthenticated\.$/, () => 'Sie sind nicht angemeldet.'],
  [
    /^Only the owner of this Parley may do that\.$/,
    () => 'Das darf nur der Eigentümer dieses Parley.',
  ],
  [/^Insufficient balance/, () => 'Das Guthaben reicht nicht.'],
  [
    /^The first operator of an account cannot be removed\.$/,
    () => 'Die erste Person eines Kontos kann nicht entfernt werden.',
  ],
  [/^Too many requests/i, () => 'Das war viel auf einmal.'],
  [/^(\w[\w ]*) not found$/, () => 'Das gibt es nicht (mehr).'],
]

/** A sentence of the server in the reader's language, or as it is. */
export function translated(sentence: string, to: string = language): string {
  if (to !== 'de') return sentence
  for (const [pattern, say] of GERMAN) {
    const parts = pattern.exec(sentence)
    if (parts) return say(...parts.slice(1))
  }
  return sentence
}
