import { sentencesOf } from '../../../language/sentences.ts'
import { fold } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords, languageOf } from '../../../language/words.ts'
import { BACK_REFERENCE, ORDERS, PROHIBITION, SECRET } from './orders.ts'

/** Words in a prohibition that are generic or name whom it protects, rather than what must not be told. */
const GENERAL =
  /^(tell|reveal|share|disclos|mention|leak|say|discus|talk|give|custom|visitor|user|client|caller|peopl|answer|question|topic|inform|detail|anyth|about|never|data|person|reason|circumstanc)/

/**
 * Facts in an assistant's prompt that visitors may read, by paragraph. Excludes instructions to the assistant and
 * everything that the prompt says to keep secret.
 */
export function factsOf(prompt: string, language: KnownLanguage): string[][] {
  const paragraphs = prompt.split(/\n\s*\n/).map((paragraph) =>
    paragraph
      .split('\n')
      .filter((line) => !/^\s*#/.test(line))
      .flatMap(sentencesOf),
  )
  const forbidden = new Set(
    paragraphs.flat().flatMap((sentence) => forbiddenBy(sentence, language)),
  )
  return paragraphs
    .map((sentences) => {
      const orders = ordersIn(sentences, language)
      return sentences.filter(
        (sentence, at) =>
          isFact(sentence, orders) &&
          !isNearSecret(at, sentences) &&
          !contentWords(sentence, language).some(({ stem }) => forbidden.has(stem)),
      )
    })
    .filter((facts) => facts.length > 0)
}

/** A prompt may be in another language than the conversation, and often contains English. */
function ordersIn(sentences: readonly string[], language: KnownLanguage): RegExp[] {
  const own = languageOf(sentences.join(' '), language)
  return [...new Set([ORDERS.en, ORDERS[language], ORDERS[own]])]
}

function isFact(sentence: string, orders: readonly RegExp[]): boolean {
  if (/\{\{|\}\}|\?\s*$/.test(sentence) || sentence.split(/\s+/).length < 2) return false
  const folded = plain(sentence)
  return !orders.some((order) => order.test(folded))
}

/** Reports whether a sentence is secret, next to a secret one, or forbidden by the next one. */
function isNearSecret(at: number, all: readonly string[]): boolean {
  const [before = '', here = '', after = ''] = [all[at - 1], all[at], all[at + 1]].map((sentence) =>
    plain(sentence ?? ''),
  )
  if ([before, here, after].some((sentence) => SECRET.test(sentence))) return true
  return PROHIBITION.test(after) && BACK_REFERENCE.test(after)
}

function forbiddenBy(sentence: string, language: KnownLanguage): string[] {
  if (!PROHIBITION.test(plain(sentence))) return []
  return contentWords(sentence, language)
    .map(({ stem }) => stem)
    .filter((stem) => !GENERAL.test(stem))
}

const plain = (sentence: string): string => fold(sentence).replaceAll('’', "'").trim()
