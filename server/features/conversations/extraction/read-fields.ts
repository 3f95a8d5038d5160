import { emailIn, phoneIn } from '../../../language/contact-details.ts'
import { fold } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { answersOf, type FieldAnswers } from './answers.ts'
import type { Field, Utterance, Values } from './fields.ts'
import { type Heard, utterancesIn } from './heard.ts'
import {
  findDate,
  findEmail,
  findMoney,
  findName,
  findPhone,
  findTime,
  isBareName,
  toNumber,
} from './patterns.ts'
import { topicOf } from './topic.ts'

/** Kind of a field, as far as patterns can tell. */
type Kind = 'email' | 'phone' | 'date' | 'time' | 'money' | 'name' | 'topic'

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['email', /\b(e-?mails?|mail|correo|courriel)\b/],
  [
    'phone',
    /\b(tele)?phone\b|\b(telefon\w*|tel|mobile|cell|handy\w*|movil|celular|rufnummer|whatsapp)\b/,
  ],
  [
    'date',
    /\b(dates?|day|datum|tag|fecha|dia|jour|giorno|dag|termin|deadline|birthday|appointment)\b/,
  ],
  ['time', /\b(time|uhrzeit|hora|heure|orario|tijd)\b/],
  [
    'money',
    /\b(price|amount|budget|costs?|preis|betrag|prix|montant|precio|importe|presupuesto|prezzo|preco|prijs|bedrag)\b/,
  ],
  ['name', /\b(name|nom|nombre|nome|naam|vorname|nachname|surname)\b/],
  [
    'topic',
    /\b(reason|topic|subject|issue|problem|request|inquiry|concern|anliegen|grund|thema|motivo|asunto|sujet|raison)\b/,
  ],
]

/** Words that make a name that of something other than a person. */
const NOT_A_PERSON =
  /\b(company|firm|firma|business|organi[sz]ation|employer|product|service|city|town|street|country|hotel|pet|dog|cat|brand|event|project|school|team|user ?name|website|domain)\b/

/**
 * Reads fields from the customer's words by patterns: recognisable addresses, numbers and dates, and replies to
 * questions about the field. Missing values are omitted; nothing is guessed.
 */
export function readFields(
  fields: readonly Field[],
  transcript: readonly Utterance[],
  language: string,
): Values {
  const heard = new Map<KnownLanguage, Heard[]>()
  const entries = fields.flatMap((field) => {
    const topic = topicOf(field, language)
    const inLanguage = heard.get(topic.language) ?? utterancesIn(transcript, topic.language)
    heard.set(topic.language, inLanguage)
    const value = read(field, answersOf(topic, inLanguage))
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

function read(field: Field, answers: FieldAnswers): string | number | boolean | undefined {
  if (field.type === 'bool') return answers.yesOrNo()
  const kind = kindOf(field)
  if (field.type === 'number') return readNumber(kind, answers)
  return readText(kind, answers)
}

/** Kind of a field; undefined if it cannot be determined. */
export function kindOf({ name, description }: Field): Kind | undefined {
  const words = fold(name.replaceAll('_', ' '))
  const about = fold(description)
  const kind =
    KINDS.find(([, pattern]) => pattern.test(words)) ??
    KINDS.find(([, pattern]) => pattern.test(about))
  if (kind?.[0] === 'name' && NOT_A_PERSON.test(`${words} ${about}`)) return undefined
  return kind?.[0]
}

function readNumber(kind: Kind | undefined, answers: FieldAnswers): number | undefined {
  const money = kind === 'money' ? answers.last(findMoney) : undefined
  return money === undefined ? answers.number() : toNumber(money)
}

const FINDERS = {
  email: (text: string) => findEmail(text) ?? emailIn(text),
  phone: (text: string) => findPhone(text) ?? phoneIn(text),
  date: findDate,
  time: findTime,
  money: findMoney,
} as const

function readText(kind: Kind | undefined, answers: FieldAnswers): string | undefined {
  switch (kind) {
    case undefined:
      return answers.reply()
    case 'topic':
      return answers.reply() ?? answers.firstConcern()
    case 'name':
      return answers.last(findName) ?? answers.reply(isBareName)
    default:
      return answers.last(FINDERS[kind])
  }
}
