import { cut } from '../../../language/sentences.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import type { Heard, Sentence } from './heard.ts'
import type { FoundNumber } from './patterns.ts'
import { isNegated, isPlainReply, polarityOf } from './replies.ts'
import type { Topic } from './topic.ts'

/** The customer's sentences that may answer one field. */
export interface FieldAnswers {
  /** The last match of a finder in everything the customer said. */
  last(find: (text: string) => string | undefined): string | undefined
  /** The last number near a word of the field, or in reply to a question about it. */
  number(): number | undefined
  /** Answer to a question about the field, or an unprompted statement. */
  yesOrNo(): boolean | undefined
  /** The last short reply to a question about the field, in the customer's words. */
  reply(fits?: (text: string) => boolean): string | undefined
  /** The customer's request: their first sentence that is not small talk. */
  firstConcern(): string | undefined
}

const MAX_CONCERN = 300

/** Views the customer's utterances from the perspective of one field. */
export function answersOf({ language, title, all }: Topic, heard: readonly Heard[]): FieldAnswers {
  const sentences = heard.flatMap((part) => part.sentences)
  const answers = heard.filter(({ question }) => question && shared(question, all) > 0)
  const replies = answers.map(({ text }) => text)

  /** Reports whether an unprompted sentence is about the field. */
  const isAbout = (sentence: Sentence): boolean =>
    shared(sentence, title) > 0 || shared(sentence, all) > 1

  return {
    last: (find) => lastOf(heard.map(({ text }) => find(text))),
    number: () =>
      lastOf(sentences.map((sentence) => numberNear(sentence, all))) ??
      lastOf(answers.map((answer) => answer.sentences.flatMap(({ numbers }) => numbers)[0]?.value)),
    yesOrNo() {
      const replied = lastOf(replies.map(polarityOf))
      if (replied !== undefined) return replied
      const stated = sentences.findLast(
        (sentence) => !sentence.text.includes('?') && isAbout(sentence),
      )
      return stated && !isNegated(stated.text)
    },
    reply: (fits = () => true) =>
      replies.findLast((text) => isPlainReply(text) && fits(text))?.replace(/[.!]+$/, ''),
    firstConcern() {
      const concern = heard.find(({ text }) => smallTalkIn(text, language) === undefined)
      return concern && cut(concern.text, MAX_CONCERN)
    },
  }
}

/** Number of distinct words of a sentence among the given stems. */
function shared({ words }: Sentence, stems: ReadonlySet<string>): number {
  return new Set(words.filter(({ stem }) => stems.has(stem)).map(({ stem }) => stem)).size
}

/** The number in a sentence that is nearest to a word of the field. */
function numberNear({ words, numbers }: Sentence, stems: ReadonlySet<string>): number | undefined {
  const places = words.filter(({ stem }) => stems.has(stem)).map(({ at }) => at)
  if (places.length === 0) return undefined
  const distance = ({ at }: FoundNumber) => Math.min(...places.map((place) => Math.abs(place - at)))
  return numbers.toSorted((a, b) => distance(a) - distance(b))[0]?.value
}

const lastOf = <value>(values: readonly (value | undefined)[]): value | undefined =>
  values.findLast((value) => value !== undefined)
