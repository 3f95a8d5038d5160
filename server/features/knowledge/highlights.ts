import { pairsOf } from '../../language/pairs.ts'
import { stem } from '../../language/stem.ts'
import { contentWords, languageOf } from '../../language/words.ts'

/** The words of a text that match a question, as written in the text. */
export function highlightsOf(question: string, text: string, conversation: string): string[] {
  const language = languageOf(question, conversation)
  const asked = new Set(contentWords(question, language).map((word) => word.stem))
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) =>
    asked.has(stem(word, language)),
  )
  const pairs = pairsOf(question).filter((pair) => text.includes(pair))
  return [...new Set([...words, ...pairs])]
}
