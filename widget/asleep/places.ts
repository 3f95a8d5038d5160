import type { PackBlock, PackPassage } from '#contracts/answer-pack-file.ts'
import { match, type Term, type Text } from './terms.ts'

/** A sentence of a passage and what is around it. */
export interface Place {
  readonly passage: PackPassage
  readonly block: PackBlock
  /** Index in the block. */
  readonly at: number
  readonly own: Text
  readonly label: Text
  readonly heading: Text
  /** The whole block. */
  readonly whole: Text
}

/** Shares of a match outside of the sentence: in the title of its paragraph, in the heading, elsewhere in the paragraph or list. */
const LABEL = 0.95
const HEADING = 0.85
const BLOCK = 0.55
const LIST = 0.3

/** Longest paragraph that is quoted whole, and longest part of a longer one, characters. */
const WHOLE = 420
const PART = 260

/** The sentences of a passage. */
export function placesOf(passage: PackPassage, read: (text: string) => Text): Place[] {
  const heading = read(passage.heading)
  return passage.blocks.flatMap((block) => {
    const label = read([block.label, block.lead].join(' '))
    const owns = block.sentences.map(read)
    const whole: Text = {
      words: owns.flatMap(({ words }) => words),
      concepts: new Map(owns.flatMap(({ concepts }) => [...concepts])),
    }
    return owns.map((own, at): Place => ({ passage, block, at, own, label, heading, whole }))
  })
}

/** Scores of a term in the sentence and its titles alone, and with everything around it, 0 to 1. */
export function strengthIn({ own, label, heading, whole, block }: Place, term: Term) {
  const near = Math.max(
    match(own, term),
    LABEL * match(label, term),
    HEADING * match(heading, term),
  )
  return { near, found: Math.max(near, (block.list ? LIST : BLOCK) * match(whole, term)) }
}

/** Share of the words of the nearest title that the question has, 0 to 1. */
export function closeness({ label, heading }: Place, terms: readonly Term[]): number {
  const shareOf = ({ topics = [] }: Text) =>
    topics.filter((word) =>
      terms.some((term) => match({ words: [word], concepts: NONE }, term) >= 0.5),
    ).length / (topics.length || 1)
  return Math.max(shareOf(label), shareOf(heading))
}

const NONE = new Map<number, number>()

/** The words of the passage around a sentence: its paragraph, or the part of it that is short. */
export function quote({ block: { sentences, lead, list }, at }: Place): string {
  const join = (from: number, to: number) => sentences.slice(from, to).join(list ? '\n' : ' ')
  let [from, to] = [at, at + 1]
  const most = join(0, sentences.length).length <= WHOLE ? WHOLE : PART
  for (;;) {
    if (to < sentences.length && join(from, to + 1).length <= most) to += 1
    else if (from > 0 && join(from - 1, to).length <= most) from -= 1
    else break
  }
  return list && lead ? `${lead}\n${join(from, to)}` : join(from, to)
}
