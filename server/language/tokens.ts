import { pairsOf } from './pairs.ts'

/** Joins the words of a compound; no visitor types it. */
export const JOINER = '\u2060'

/** Compounds that mean something else than their parts: "take it over", "back up". */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/g, 'email'],
  [/\bwi-fi\b/g, 'wifi'],
  [/\b(?:take|takes|taking|took|taken) (?:(?:it|this|them) )?over\b/g, `take${JOINER}over`],
  [
    /\b(?:hand|hands|handing|give|gives|giving|turn|pass) (?:[\w']+ ){0,3}back\b/g,
    `hand${JOINER}back`,
  ],
  [/\bsend(?:ing)? (?:[\w']+ ){0,3}back\b/g, 'return'],
  [/\bback(?:ing)?[ -](?:it |them )?up\b/g, 'backup'],
  [/\bset(?:ting)? (?:it )?up\b/g, 'setup'],
  [/\b(?:log|sign)(?:ging|ing)?[ -]in\b/g, 'login'],
  [/\bget(?:ting)? started\b/g, 'start'],
]

/** The words of a text, in order: letters and digits, with compounds joined. */
export function tokenise(text: string): string[] {
  const joined = COMPOUNDS.reduce(
    (result, [pattern, word]) => result.replace(pattern, word),
    text.toLowerCase(),
  )
  const words = joined.match(/[\p{L}\p{M}\p{N}\u2060]+/gu) ?? []
  return words.flatMap((word) => {
    const pairs = pairsOf(word)
    return pairs.length > 0 ? pairs : word
  })
}
