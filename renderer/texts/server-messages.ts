import { language } from '../locales/language.ts'
import { BACKUPS_IN_GERMAN } from './server-messages-backups.ts'

/*
 * Reasons that the server keeps as English sentences, for readers of another language. Errors of requests are worded by the
 * server (`Parley-Language`).
 */

type Pattern = readonly [RegExp, (...parts: string[]) => string]

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
  ...OUTGOING,
  [
    /^The backup could not be made\. (.+)$/,
    (why) => `Die Sicherung ist nicht gelungen. ${BACKUPS_IN_GERMAN[why!] ?? why}`,
  ],
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
