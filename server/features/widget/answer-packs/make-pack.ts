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

/** Makes a pack of approved passages, with at most `most` of the words that visitors may use for each thing in them. */
export function makePack(
  head: PackHead,
  approved: readonly ApprovedPassage[],
  most = Infinity,
): AnswerPack {
  const [base = 'en'] = head.language.toLowerCase().split(/[-_]/)
  const language = isKnown(base) ? base : 'en'
  const passages = approved.map(packed)
  return {
    ...head,
    stop: [...STOP_WORDS[language]].join(' '),
    weak: [...new Set(WEAK_WORDS[language].map(fold))].join(' '),
    kinds: hintPatterns(),
    lexicon: lexiconOf(approved, language, most),
    passages,
  }
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

/** The concepts that passages name, by their words in the passages and in the language. */
function lexiconOf(
  approved: readonly ApprovedPassage[],
  language: KnownLanguage,
  most: number,
): string[] {
  const lexicon = new Map<Concept, Set<string>>()
  for (const { heading, content } of approved) {
    const words = tokenise(`${heading}\n${content}`)
    const stems = words.map((word) => stem(word, language))
    for (const { from, to, concepts } of mentionsIn(stems, language)) {
      const written = words.slice(from, to).map(fold).join(' ')
      for (const [concept, share] of concepts) {
        const expressions = lexicon.get(concept) ?? new Set()
        lexicon.set(concept, expressions.add(share === 1 ? written : `~${written}`))
      }
    }
  }
  const added = new Map<Concept, number>()
  for (const [written, concept] of expressionsOf(language)) {
    const count = added.get(concept) ?? 0
    if (count >= most) continue
    added.set(concept, count + 1)
    lexicon.get(concept)?.add(tokenise(written).map(fold).join(' '))
  }
  return [...lexicon.values()].map((expressions) => [...expressions].join('|'))
}
