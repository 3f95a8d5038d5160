import type { AnswerPack, PackBlock, PackPassage } from '#contracts/answer-pack-file.ts'
import { type Concept, expressionsOf, mentionsIn } from '../../../language/concepts.ts'
import { hintPatterns } from '../../../language/hints.ts'
import { fold, stem } from '../../../language/stem.ts'
import { isKnown, type KnownLanguage, STOP_WORDS } from '../../../language/stop-words.ts'
import { WEAK_WORDS } from '../../../language/synonyms.ts'
import { tokenise } from '../../../language/tokens.ts'
import { type Block, blocksOf } from '../../../providers/llm/built-in/blocks.ts'

/** A passage as it is approved. */
export interface ApprovedPassage {
  readonly title: string
  readonly url: string | null
  readonly heading: string
  readonly content: string
}

/** The assistant that answers, and the validity of the pack. */
export type PackHead = Pick<
  AnswerPack,
  'assistant' | 'name' | 'language' | 'initial_message' | 'settings' | 'made_at' | 'expires_at'
>

/** Size of a pack's lexicon. */
export interface LexiconSize {
  /** Maximum words of visitors for each concept. */
  readonly words: number
  /** Share of the concepts that more than one of the passages' words names, those named most often first; all concepts if undefined. */
  readonly share?: number
}

/** Makes a pack of approved passages with the whole lexicon. */
export const makePack = (head: PackHead, approved: readonly ApprovedPassage[]): AnswerPack =>
  packMaker(head, approved)({ words: Infinity })

/** Makes packs of approved passages, with lexicons of any size. */
export function packMaker(
  head: PackHead,
  approved: readonly ApprovedPassage[],
): (size: LexiconSize) => AnswerPack {
  const [base = 'en'] = head.language.toLowerCase().split(/[-_]/)
  const language = isKnown(base) ? base : 'en'
  const pack = {
    ...head,
    stop: [...STOP_WORDS[language]].join(' '),
    weak: [...new Set(WEAK_WORDS[language].map(fold))].join(' '),
    kinds: hintPatterns(),
    passages: approved.map(packed),
  }
  const named = namedIn(approved, language)
  return (size) => ({ ...pack, lexicon: lexiconOf(named, language, size) })
}

function packed({ title, url, heading, content }: ApprovedPassage): PackPassage {
  const block = ({ label, lead, sentences, isList }: Block): PackBlock => ({
    ...(label !== undefined && { label }),
    ...(lead !== undefined && { lead }),
    sentences,
    ...(isList && { list: 1 }),
  })
  return { title, ...(url !== null && { url }), heading, blocks: blocksOf(content).map(block) }
}

/** A concept that passages name. */
interface Named {
  /** Its words in the passages, folded. */
  readonly written: ReadonlySet<string>
  /** Number of times that it is named. */
  readonly count: number
}

/** The concepts that passages name. */
function namedIn(
  approved: readonly ApprovedPassage[],
  language: KnownLanguage,
): Map<Concept, Named> {
  const named = new Map<Concept, { readonly written: Set<string>; count: number }>()
  for (const { heading, content } of approved) {
    const words = tokenise(`${heading}\n${content}`)
    const stems = words.map((word) => stem(word, language))
    for (const { from, to, concepts } of mentionsIn(stems, language)) {
      const written = words.slice(from, to).map(fold).join(' ')
      for (const [concept, share] of concepts) {
        const known = named.get(concept) ?? { written: new Set(), count: 0 }
        known.written.add(share === 1 ? written : `~${written}`)
        known.count += 1
        named.set(concept, known)
      }
    }
  }
  return named
}

/** The words for each concept: those of the passages, and of the language. */
function lexiconOf(
  named: ReadonlyMap<Concept, Named>,
  language: KnownLanguage,
  { words, share }: LexiconSize,
): string[] {
  const lexicon = new Map(
    (share === undefined ? [...named] : telling(named, share)).map(
      ([concept, { written }]) => [concept, new Set(written)] as const,
    ),
  )
  const added = new Map<Concept, number>()
  for (const [written, concept] of expressionsOf(language)) {
    const count = added.get(concept) ?? 0
    if (count >= words) continue
    added.set(concept, count + 1)
    lexicon.get(concept)?.add(tokenise(written).map(fold).join(' '))
  }
  return [...lexicon.values()].map((expressions) => [...expressions].join('|'))
}

/** The concepts that connect passages with each other: a single word is compared with the question anyway. */
function telling(named: ReadonlyMap<Concept, Named>, share: number): [Concept, Named][] {
  const several = [...named].filter(([, { written }]) => written.size > 1)
  return several
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, Math.ceil(several.length * share))
}
