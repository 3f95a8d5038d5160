const ABBREVIATION =
  /(^|[\s(])(\p{L}|e\.g|i\.e|z\.b|d\.h|u\.a|p\.ej|p\.ex|a\.m|p\.m|mr|mrs|ms|dr|prof|st|no|nr|inc|ltd|co|approx|ca|bzw|usw|etc|vs|t[eé]l|sr|sra|av|min|max|mo|di|mi|do|fr|sa|so)\.$/iu

/** Longest quoted sentence, characters; a longer one is cut at a word. */
const MAX_SENTENCE = 400

/** A block of code between fences. */
const FENCED = /^(```[^\n]*\n[\s\S]*?\n```)[^\S\n]*$/m

/** The sentences of a text, in order: a line, a list item, what a full stop ends, or a whole block of code. */
export function sentencesOf(text: string): string[] {
  return text
    .split(FENCED)
    .flatMap((part, index) => (index % 2 === 1 ? part : sentencesOfProse(part)))
}

function sentencesOfProse(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(withoutMarks)
    .flatMap(splitLine)
    .map((sentence) => cut(sentence, MAX_SENTENCE))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

const withoutMarks = (line: string): string =>
  line.replace(/^\s*(#{1,6}\s+|>\s+|[-*•–]\s+|\d{1,2}[.)]\s+)/, '').trim()

function splitLine(line: string): string[] {
  const sentences: string[] = []
  let current = ''
  for (const part of line.split(
    /(?<=[.!?…。！？]["'”’)»]?)\s+(?=["'“‘(«¿¡]?[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？][」』”）]?)(?=[\p{L}\p{N}「『])/u,
  )) {
    if (current !== '' && !goesOn(current, part)) {
      sentences.push(current)
      current = ''
    }
    current = current === '' ? part : `${current} ${part}`
  }
  return current === '' ? sentences : [...sentences, current]
}

/** "Am 24. Dezember": the full stop after a day does not end a sentence. */
const MONTH = /^(Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Tag|Geburtstag|Lebensjahr)/

const goesOn = (before: string, after: string): boolean =>
  endsInAbbreviation(before) || (/(^|[\s(])\d{1,2}\.$/.test(before) && MONTH.test(after))

/** Reports whether a text ends with an abbreviation, whose full stop does not end the sentence. */
export const endsInAbbreviation = (text: string): boolean => ABBREVIATION.test(text)

/** Shortens a text at a word, with an ellipsis. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), max / 2)).trimEnd()}…`
}

/** Puts sentences together for reading: a blank between whole ones, lines for each item of a list and each block of code. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      text === ''
        ? sentence
        : `${text}${isWhole(text) && !sentence.startsWith('```') ? ' ' : '\n'}${sentence}`,
    '',
  )
}

const isWhole = (text: string): boolean => /[.!?…。！？:]["'”’)»]?$/.test(text)
