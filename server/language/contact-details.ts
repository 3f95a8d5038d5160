import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import { z } from 'zod'

/** Longest searched text, UTF-16 units. */
const MAX_LENGTH = 2000

const Email = z.email()

/** A national number without country code: at least seven digits, with separators. */
const NATIONAL = /(?<![\w+])\(?\d[\d\s()/.-]{6,}\d(?!\w)/
/** Dates are not phone numbers. */
const DATE = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/g

/** The last email address in a text: people correct themselves. */
export function emailIn(text: string): string | undefined {
  return text
    .slice(0, MAX_LENGTH)
    .split(/[\s<>,;:()"']+/)
    .filter((word) => word.includes('@') && word.length <= 320)
    .map((word) => word.replace(/[.!?]+$/, ''))
    .findLast((word) => Email.safeParse(word).success)
}

/** The last telephone number in a text. */
export function phoneIn(text: string): string | undefined {
  const short = text.slice(0, MAX_LENGTH)
  const found = findPhoneNumbersInText(short).at(-1)
  if (found) return found.number.number
  return NATIONAL.exec(short.replaceAll(DATE, ' '))?.[0].trim()
}

const CALLED =
  /\b(?:my (?:full )?name is|my name's|name:|call me|i am called|mein name ist|ich hei(?:ß|ss)e|je m['’]appelle|mon nom est|me llamo|mi nombre es|mi chiamo|il mio nome è|meu nome é|me chamo|chamo-me|ik heet|mijn naam is)\s+(\p{L}[\p{L}'’ -]{0,60})/iu
const I_AM = /\b(?:this is|i am|i'm|ich bin|hier ist|je suis|soy|sono|sou|ik ben)\s+/iu
const CAPITALS = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,3}/u

/** Finds a name in the phrases by which people introduce themselves. */
export function nameIn(said: string): string | undefined {
  const text = said.slice(0, MAX_LENGTH)
  const [, called] = CALLED.exec(text) ?? []
  if (called) return called.trim()
  const start = I_AM.exec(text)
  return start ? CAPITALS.exec(text.slice(start.index + start[0].length))?.[0] : undefined
}

/** Reports whether a message is only a name. */
export function isBareName(text: string): boolean {
  return /^\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,3}[.!]?$/u.test(
    text.slice(0, MAX_LENGTH).trim(),
  )
}
