import type { ReplayRule, ReplayVerdict } from '#contracts/replays.ts'
import { isUnknown, promisesPerson } from '../../../language/hand-over.ts'
import { contentWords, languageOf } from '../../../language/words.ts'

/** An answer that was given, and the draft's. */
export interface Compared {
  readonly before: string
  /** False if the reply was an apology, or broke off. */
  readonly wasWhole: boolean
  /** True if the question counts as unanswered. */
  readonly wasUnanswered?: boolean
  readonly after: string
  readonly isWhole: boolean
  /** True if the model said that it does not answer the question. */
  readonly isUnanswered?: boolean
  /** True if a tool was called without a recorded result. */
  readonly lacksTool: boolean
  /** Language of the assistant. */
  readonly language: string
}

export interface Verdict {
  readonly verdict: ReplayVerdict
  readonly rule: ReplayRule
}

/** Share of the words of each answer that the other must contain to say the same. */
const MIN_SHARED = 0.75

/** Compares two answers by rules. `differs` is what rules cannot decide. */
export function verdictByRules(compared: Compared): Verdict {
  const { before, after, isWhole, wasWhole, lacksTool, language } = compared
  const { wasUnanswered = false, isUnanswered = false } = compared
  const knew = wasWhole && !(wasUnanswered || givesUp(before))
  if (!isWhole || after.trim() === '')
    return knew
      ? { verdict: 'worse', rule: 'no_answer' }
      : { verdict: 'same', rule: 'knows_neither' }
  if (lacksTool) return { verdict: 'needs_person', rule: 'tool_not_run' }
  const knows = !(isUnanswered || givesUp(after))
  if (!knows) {
    return knew
      ? { verdict: 'worse', rule: 'knew_before' }
      : { verdict: 'same', rule: 'knows_neither' }
  }
  if (!knew) return { verdict: 'better', rule: 'knows_now' }
  if (plain(before) === plain(after)) return { verdict: 'same', rule: 'same_words' }
  return saysTheSame(before, after, language)
    ? { verdict: 'same', rule: 'same_facts' }
    : { verdict: 'needs_person', rule: 'differs' }
}

const givesUp = (answer: string): boolean => promisesPerson(answer) || isUnknown(answer)

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Reports whether two answers share nearly all words, and all of their facts. */
function saysTheSame(before: string, after: string, language: string): boolean {
  if (factsIn(before) !== factsIn(after)) return false
  const [one, other] = [stemsOf(before, language), stemsOf(after, language)]
  return covers(one, other) >= MIN_SHARED && covers(other, one) >= MIN_SHARED
}

/** Numbers, times, prices, addresses and negations: an answer that differs in one says something else. */
function factsIn(text: string): string {
  const facts = plainFacts(text).match(FACT) ?? []
  return [...new Set(facts)].toSorted().join(' ')
}

const plainFacts = (text: string): string => text.normalize('NFKC').toLowerCase()

const FACT =
  /https?:\/\/[^\s)\]]+|[^\s@]+@[^\s@]+\.\p{L}+|\d+(?:[.,:]\d+)*|\b(?:not?|never|kein\p{L}*|nicht|nie|pas|jamais|sin|nunca)\b|n[’']t\b/giu

function stemsOf(text: string, language: string): ReadonlySet<string> {
  return new Set(contentWords(text, languageOf(text, language)).map(({ stem }) => stem))
}

const covers = (all: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  others.size === 0 ? 1 : [...others].filter((stem) => all.has(stem)).length / others.size
