import { fold } from './stem.ts'

/** Range of ages in a text, years, inclusive. */
interface Ages {
  readonly from: number
  readonly to: number
}

const YEARS = '(?:-|\\s)?(?:years?(?:[ -]olds?)?|yrs?|jahren?|jahrige[nrs]?|ans|anos|anni|jaar)'

const RANGE = new RegExp(
  `\\b(\\d{1,2}) ?(?:-|–|to|bis|a|et|y|und|and) ?(\\d{1,2})\\b(?:${YEARS})`,
  'g',
)
const BELOW =
  /\b(?:under|below|younger than|unter|moins de|menores? de|meno di|onder)(?: the age of| de| die)? (\d{1,2})\b/g
const UP_TO = new RegExp(
  `\\b(?:up to|until|bis|jusqu'a|hasta)(?: the age of| zum vollendeten)? (\\d{1,2})(?:\\.)?${YEARS}?\\b`,
  'g',
)
const ABOVE = new RegExp(
  `\\b(?:over|above|older than|from|aged?|minimum age|ab|uber|plus de|des|a partir de|mayores? de|desde)(?: the age of| los| de)? (\\d{1,2})(?:${YEARS})?\\b(?! ?(?:€|\\$|£|uhr|h\\b|am|pm|:|%|minut|stund|hour))`,
  'g',
)

const ASKED = [
  new RegExp(`\\b(\\d{1,2})${YEARS}\\b`),
  /\b(?:my|our|meinen?m?r?|unser\w*|mon|ma|mi|mit|aged?|de|avec) (\d{1,2})\b(?! ?(?:€|\$|£|uhr|h\b|:|%))/,
  /\b(?:(?:he|she|who|i|son|daughter|mother|father|child|kid)(?:'s| is| am|'m)|ich bin|(?:sie|er|kind|sohn|tochter) ist|tiene|tengo|cumplio) (\d{1,2})\b(?! ?(?:€|\$|£|uhr|h\b|am|pm|:|%|min|stund|hour|hora|day|dia|tag))/,
]

/** The age of the person a question is about, years. */
export function ageAsked(question: string): number | undefined {
  const folded = fold(question).replaceAll('’', "'")
  for (const pattern of ASKED) {
    const [, age] = pattern.exec(folded) ?? []
    if (age !== undefined) return Number(age)
  }
  return undefined
}

/** Ranges of ages mentioned in a text. */
export function agesIn(text: string): Ages[] {
  const folded = fold(text).replaceAll('’', "'")
  const all = (pattern: RegExp) => [...folded.matchAll(pattern)]
  const ranges = all(RANGE).map(([, from, to]) => ({ from: Number(from), to: Number(to) }))
  if (ranges.length > 0) return ranges
  return [
    ...all(BELOW).map(([, age]) => ({ from: 0, to: Number(age) - 1 })),
    ...all(UP_TO).map(([, age]) => ({ from: 0, to: Number(age) })),
    ...all(ABOVE).map(([, age]) => ({ from: Number(age), to: Infinity })),
  ]
}
