import { language } from '../locales/language.ts'
import { BACKUPS_IN_GERMAN } from './server-messages-backups.ts'

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
  description: 'Beschreibung',
  endpoint: 'URL',
  url: 'Adresse',
  address: 'Adresse',
  'base url': 'Basis-URL',
  key: 'Schlüssel',
  timeout: 'Zeitlimit',
  method: 'Methode',
  file: 'Datei',
  value: 'Wert',
  question: 'Frage',
  budget: 'Budget',
  nickname: 'Bezeichnung',
}

const field = (name: string) => `„${FIELDS[name] ?? name}“`

/** Why a call to somebody else's address came to nothing. */
const OUTGOING: readonly Pattern[] = [
  [
    /^(?:Blocked: )?(.+) is a private address; the owner can allow (\S+) in Settings › Network$/,
    (what, address) =>
      `${what} ist eine private Adresse; der Eigentümer kann ${address} unter Einstellungen › Netzwerk erlauben.`,
  ],
  [
    /^(?:Blocked: )?(.+) is a private address, and this server calls public ones only$/,
    (what) => `${what} ist eine private Adresse, und dieser Server ruft nur öffentliche auf.`,
  ],
  [
    /^(?:Blocked: )?(.+) is no address that may be called$/,
    (what) => `${what} ist keine Adresse, die aufgerufen werden darf.`,
  ],
  [/^(?:Blocked: )?Parley does not call itself$/, () => 'Parley ruft sich nicht selbst auf.'],
  [
    /^(?:Blocked: )?Only http and https addresses are called$/,
    () => 'Nur Adressen mit http und https werden aufgerufen.',
  ],
  [
    /^(?:Blocked: )?Addresses with credentials are not called$/,
    () => 'Adressen mit Zugangsdaten werden nicht aufgerufen.',
  ],
  [/^No whole answer within ([\d.]+) s$/, (seconds) => `Keine ganze Antwort in ${seconds} s.`],
  [/^The connection was refused$/, () => 'Die Verbindung wurde abgewiesen.'],
  [/^The connection was cut off$/, () => 'Die Verbindung ist abgebrochen.'],
  [/^The host name is not known$/, () => 'Den Namen des Servers kennt niemand.'],
  [
    /^The host name could not be looked up$/,
    () => 'Der Name des Servers ließ sich nicht nachschlagen.',
  ],
  [/^The (?:host|network) cannot be reached$/, () => 'Der Server ist nicht zu erreichen.'],
  [/^The receiver answered (\d+)$/, (status) => `Der Empfänger hat ${status} geantwortet.`],
  [/^Redirect not followed$/, () => 'Einer Weiterleitung wird nicht gefolgt.'],
  [
    /^The provider refuses the key \(HTTP (\d+)\)\.$/,
    (status) => `Der Anbieter weist den Schlüssel zurück (HTTP ${status}).`,
  ],
  [
    /^The provider does not know (.+) \(HTTP 404\)\.$/,
    (model) => `Der Anbieter kennt ${model} nicht (HTTP 404).`,
  ],
  [
    /^The provider answers, and has no model\.$/,
    () => 'Der Anbieter antwortet und hat kein Modell.',
  ],
  [
    /^(.+) answers with (\d+) numbers\.$/,
    (model, count) => `${model} antwortet mit ${count} Zahlen.`,
  ],
  [/^(.+) answers\.$/, (model) => `${model} antwortet.`],
  [/^(.+) does not answer: (.+)$/, (model, why) => `${model} antwortet nicht: ${why}`],
  [
    /^The address answers with a web page: it is not the base URL of an API$/,
    () => 'Dort antwortet eine Webseite: Das ist nicht die Basis-URL einer Schnittstelle.',
  ],
]

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
  [
    /^The (.+) may only contain lowercase letters and underscores, and begins with a letter\.$/,
    (name) =>
      `${field(name)} darf nur Kleinbuchstaben und Unterstriche enthalten und beginnt mit einem Buchstaben.`,
  ],
  [
    /^The (.+) may only contain letters, digits, dots, dashes and underscores\.$/,
    (name) =>
      `${field(name)} darf nur Buchstaben, Ziffern, Punkte, Striche und Unterstriche enthalten.`,
  ],
  [
    /^The (.+) may not be a header that Parley sets itself\.$/,
    () => 'Diesen Header setzt Parley selbst.',
  ],
  [/^The (.+) must be a valid header name\.$/, () => 'So kann kein Header heißen.'],
  [
    /^The (.+) must be a valid header value\.$/,
    (name) => `${field(name)} enthält Zeichen, die ein Header nicht haben darf.`,
  ],
  [/^The (.+) field has a duplicate value\.$/, (name) => `${field(name)} kommt zweimal vor.`],
  [/^The (.+) must not have a query\.$/, (name) => `${field(name)} darf kein „?“ enthalten.`],
  [
    /^The (.+) must not hold spaces or characters that are not ASCII\.$/,
    (name) => `${field(name)} darf keine Leerzeichen und nur ASCII-Zeichen enthalten.`,
  ],
  [
    /^The (.+) must not have more than (\d+) decimal places\.$/,
    (name, most) => `${field(name!)} darf höchstens ${most} Nachkommastellen haben.`,
  ],
  [/^The (.+) must be greater than 0\.$/, (name) => `${field(name)} muss mehr als 0 sein.`],
  [/^The (.+) field is required (?:when|unless) .+\.$/, (name) => `${field(name)} wird gebraucht.`],
  [
    /^The file must be a file of type: (.+)\.$/,
    (types) => `Die Datei muss von einer dieser Arten sein: ${types}.`,
  ],
  [/^The file must not be empty\.$/, () => 'Die Datei ist leer.'],
  [
    /^The file must hold .+, as its name says\.$/,
    () => 'Der Inhalt der Datei passt nicht zu ihrem Namen.',
  ],
  [/^The file is too large/, () => 'Die Datei ist zu groß.'],
  [/^The selected model is not available\.$/, () => 'Das gewählte Modell ist nicht verfügbar.'],
  [
    /^An assistant has (\d+) tests at most\.$/,
    (most) => `Ein Assistent hat höchstens ${most} Tests.`,
  ],
  [/^There is nothing to run\.$/, () => 'Es gibt keine Tests, die laufen könnten.'],
  [/^The website is being read already$/, () => 'Die Website wird schon gelesen.'],
  [/^It has been added already$/, () => 'Das ist schon hinzugefügt.'],
  [/^Nothing answers there any more$/, () => 'Dort antwortet nichts mehr.'],
  [
    /^This server calls public addresses only\.$/,
    () => 'Dieser Server ruft nur öffentliche Adressen auf.',
  ],
  [/^That exists already\.$/, () => 'Das gibt es schon.'],
  [/^The delivery is still under way$/, () => 'Die Zustellung läuft noch.'],
  [
    /^The assistant has no address for this event$/,
    () => 'Der Assistent hat keine Adresse für dieses Ereignis.',
  ],
  [
    /^Sign in with the link that Parley shows on its own machine/,
    () =>
      'Melden Sie sich mit dem Link an, den Parley auf seinem Rechner zeigt: Ein API-Schlüssel darf das nicht ändern.',
  ],
  ...OUTGOING,
  [
    /^The backup could not be made\. (.+)$/,
    (why) => `Die Sicherung ist nicht gelungen. ${BACKUPS_IN_GERMAN[why!] ?? why}`,
  ],
  [/^(\w[\w ]*) not found$/, () => 'Das gibt es nicht (mehr).'],
]

/** A sentence of the server in the reader's language, or as it is. */
export function translated(sentence: string, to: string = language): string {
  if (to !== 'de') return sentence
  const whole = BACKUPS_IN_GERMAN[sentence]
  if (whole !== undefined) return whole
  for (const [pattern, say] of GERMAN) {
    const parts = pattern.exec(sentence)
    if (parts) return say(...parts.slice(1))
  }
  return sentence
}
