/* Patterns of values in a text. Each finder returns the last match as written, because people correct themselves. */

const EMAIL = /[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}/gi

/** At least seven digits with optional separators; excludes the digits of dates and amounts. */
const PHONE = /(?<![\w.,])\+?\(?\d(?:[\s()./-]{0,3}\d){6,14}(?![\w@])/g

const MONTHS =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|m[aä]r(?:ch|z)?|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
const DAYS =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo'
const DATE = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})?(?!\d)`,
    String.raw`\b(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? (?:${MONTHS})\b\.?(?:,? \d{4})?`,
    String.raw`\b(?:${MONTHS})\b\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?`,
    String.raw`\b(?:(?:next|this|n[aä]chsten?|kommenden?) )?(?:${DAYS})\b`,
    String.raw`\b(?:the day after tomorrow|tomorrow|today|tonight|[uü]bermorgen|morgen|heute|demain|aujourd'hui|ma[nñ]ana|hoy)\b`,
  ].join('|'),
  'gi',
)

const TIME =
  /\b(?:at )?(?:[01]?\d|2[0-3])(?::[0-5]\d ?(?:am|pm|uhr|h)?|[.h][0-5]\d ?uhr| ?(?:am|pm|uhr|o'clock))(?!\w)|\b(?:noon|midnight)\b/gi

const CURRENCY = String.raw`[$\u20ac£¥]|\b(?:usd|eur|gbp|chf)\b`
const AMOUNT = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`
const MONEY = new RegExp(
  `(?:${CURRENCY}) ?(?:${AMOUNT})|(?:${AMOUNT}) ?(?:${CURRENCY}|\\b(?:dollars?|euros?|pounds?|francs?|bucks)\\b|k\\b)`,
  'gi',
)

const last = (pattern: RegExp, text: string): string | undefined =>
  text.match(pattern)?.at(-1)?.trim()

export const findEmail = (text: string) => last(EMAIL, text)
export const findPhone = (text: string) => last(PHONE, text.replace(DATE, ' '))
export const findDate = (text: string) => last(DATE, text)
export const findTime = (text: string) => last(TIME, text)?.replace(/^at /i, '')
export const findMoney = (text: string) => last(MONEY, text)

const WHO =
  /(?:\bmy (?:full )?name(?: is|'s|:)|\bname:|\bcall me\b|\bmein name ist|\bich hei(?:ß|ss)e|\bje m'appelle|\bmon nom est|\bme llamo|\bmi nombre es|\bmi chiamo|\bmeu nome é|\bme chamo|\bik heet|\bmijn naam is)\s+/i

/** Phrases that introduce a name or an occupation; what follows counts as a name only if it is capitalised like one. */
const WHO_OR_WHAT =
  /(?:\bthis is|\bi'm|\bi am|\bhere is|\bich bin|\bhier ist|\bje suis|\bsoy|\bsono|\bik ben)\s+/i

const NAME_WORDS =
  /^\p{L}[\p{L}'’-]*(?: (?:(?:van|von|de|der|den|del|la|di|da) ){0,2}\p{Lu}[\p{L}'’-]*){0,3}/u

/** Finds a name in the ways people introduce themselves. */
export function findName(text: string): string | undefined {
  const named = nameAfter(WHO, text)
  if (named) return named
  const guessed = nameAfter(WHO_OR_WHAT, text)
  return guessed && /^\p{Lu}/u.test(guessed) ? guessed : undefined
}

function nameAfter(pattern: RegExp, text: string): string | undefined {
  const match = pattern.exec(text)
  return match ? NAME_WORDS.exec(text.slice(match.index + match[0].length))?.[0] : undefined
}

/** A reply that is only a name: one or two words, or more if they are capitalised like a name. */
export function isBareName(text: string): boolean {
  const words = text.trim().replace(/[.!]$/, '')
  return (
    NAME_WORDS.exec(words)?.[0] === words || /^\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)?$/u.test(words)
  )
}

const NUMBER_WORDS =
  'one two three four five six seven eight nine ten eleven twelve|ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'
    .split('|')
    .map((list) => list.split(' '))

/** A number and its position in the text. */
export interface FoundNumber {
  readonly value: number
  readonly at: number
}

/** The numbers in a text that are not part of dates, times, phone numbers or addresses. */
export function findNumbers(text: string): FoundNumber[] {
  const blank = (match: string) => ' '.repeat(match.length)
  const rest = [EMAIL, DATE, TIME, PHONE].reduce(
    (left, pattern) => left.replace(pattern, blank),
    text,
  )
  const written = [
    ...rest.matchAll(new RegExp(`(?<![\\w.,#])-?(?:${AMOUNT})(?:k\\b)?(?![\\w])`, 'gi')),
  ]
  const spelled = [...rest.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
    const value = NUMBER_WORDS.map((list) => list.indexOf(word.toLowerCase())).find((n) => n >= 0)
    return value === undefined ? [] : [{ value: value + 1, at: index }]
  })
  return [
    ...written.map(({ 0: found, index }) => ({ value: toNumber(found), at: index })),
    ...spelled,
  ]
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => a.at - b.at)
}

/** Parses a number as people write it: `1,200.50`, `1.200,50`, `1 200`, `€ 20`, `5k`. */
export function toNumber(text: string): number {
  const digits = text.replace(/[^\d.,k-]/gi, '').replace(/[.,]$/, '')
  const isThousand = /k$/i.test(digits)
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits.replace(/k$/i, ''))!
  const value = Number(`${whole.replace(/[.,]/g, '')}.${fraction || 0}`)
  return isThousand ? value * 1000 : value
}
