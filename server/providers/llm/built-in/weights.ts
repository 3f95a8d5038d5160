import type { HintKind } from '../../../language/hints.ts'

/** Parameters of the ranking, set by hand and by a search on the businesses for development (decision 065). */
export const WEIGHTS = {
  /** Words that say little, and those of them that the lexicon knows. */
  weak: 0.3,
  weakKnown: 0.4,
  /** Factors for words of the question before, of what is told before a question, and for a second word for the same thing. */
  earlier: 0.65,
  told: 0.45,
  again: 0.3,
  /** Factor for names and numbers. */
  name: 1.2,
  /** Weight of words that most passages have, if there are at least so many passages. */
  everywhere: 0.4,
  fewSources: 4,
  /** Least strength of a match that counts for the rarity of a word, and how much weaker than the best one it may be. */
  least: 0.45,
  range: 0.2,
  day: 1,
  /** Today, if opening hours are asked for without a day. */
  today: 0.15,
  age: 0.8,
  /** The subject of a kind of value: prices, opening hours. */
  about: 0.5,
  kinds: {
    price: 0.8,
    contact: 0.9,
    age: 0.5,
    duration: 0.3,
    amount: 0.3,
    time: 0.4,
    hours: 0.8,
    place: 0.15,
  } satisfies Record<HintKind, number>,
  /** Shares of a match outside of the sentence: in the title of its paragraph, the heading, the line above a list. */
  label: 0.95,
  heading: 0.85,
  lead: 0.85,
  /** In a sentence beside it, elsewhere in the paragraph, and in another line of a list. */
  beside: 0.4,
  block: 0.6,
  inList: 0.3,
  /** In the heading above the heading, elsewhere in the passage, and there if the heading is the question. */
  parent: 0.5,
  passage: 0.2,
  answer: 0.85,
  /** In a heading that is a question, for later paragraphs with a title of their own. */
  otherLabel: 0.4,
  /** Bonuses for what is in the sentence itself, and for headings that the question repeats. */
  inside: 0.35,
  closeness: 0.3,
  /**
   * Bonuses for what the paragraph says with its titles, for the rarest topic in it, for a value of the kind that is asked
   * for, the day or age, and for what the search found; fitted as a ranking of all paragraphs, on fifty businesses.
   */
  bonus: { paragraph: 0.85, rarest: 0.65, kind: 0.55, date: 0.6, search: 0.35 },
}
