import { isGsm } from '#contracts/segments.ts'

/** GSM replacements for typographic characters and some letters. */
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '·': '-',
  '×': 'x',
  '→': '->',
  '←': '<-',
  '™': '(TM)',
  '©': '(c)',
  '®': '(R)',
  ẞ: 'SS',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '\t': ' ',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\u200d': '',
  '\ufe0f': '',
  '\u00ad': '',
}

/** The GSM replacement for a character: a look-alike, the letter without its accent, or an empty string for an emoji. */
export function replacementOf(character: string): string | undefined {
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  const bare = character.normalize('NFD').replaceAll(/\p{Mark}/gu, '')
  if (bare !== '' && [...bare].every(isGsm)) return bare
  return /\p{Extended_Pictographic}|\p{Mark}|\p{Emoji_Modifier}/u.test(character) ? '' : undefined
}

/** The text with all replaceable characters replaced. */
export function replaced(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (isGsm(character) ? character : (replacementOf(character) ?? character)))
    .join('')
}
