import { sentencesOf } from '../../../language/sentences.ts'

/** A paragraph, list or table of a passage. */
export interface Block {
  /** Its title within the passage: "Pets." or "Lockers:" at its beginning. */
  readonly label: string | undefined
  /** The line before a list that introduces it: "We are open:". */
  readonly lead: string | undefined
  readonly sentences: readonly string[]
  /** Each line stands by itself, as in a list or a table. */
  readonly isList: boolean
}

/** Longest label, characters and words. */
const MAX_LABEL = 60
const MAX_LABEL_WORDS = 6

/** The paragraphs of a passage's text. */
export function blocksOf(content: string): Block[] {
  const parts = content.split(/\n{2,}(?!```)/).filter((part) => /[\p{L}\p{N}]/u.test(part))
  let before: string | undefined
  return parts.map((part) => {
    const block = blockOf(part, before)
    before = block.sentences.at(-1)
    return block
  })
}

/** A block of sentences without structure, such as facts of a prompt. */
export const blockOfSentences = (sentences: readonly string[]): Block => ({
  label: labelOf(sentences),
  lead: undefined,
  sentences,
  isList: false,
})

function blockOf(part: string, before: string | undefined): Block {
  const sentences = sentencesOf(part)
  const lines = part.trim().split('\n').length
  const isList = lines > 2 && sentences.length <= lines * 1.5
  const lead = before !== undefined && /:\s*$/.test(before) ? before : undefined
  return { label: labelOf(sentences), lead, sentences, isList }
}

/** The title at the beginning of a paragraph. */
function labelOf(sentences: readonly string[]): string | undefined {
  const [first = ''] = sentences
  const words = (text: string) => text.split(/\s+/).length
  if (sentences.length > 1 && first.length <= MAX_LABEL && words(first) <= MAX_LABEL_WORDS) {
    if (!/\d|[!?]$/.test(first)) return first.replace(/[.:]$/, '')
  }
  const [, label] = /^([^:.!?]{3,60}):\s/.exec(first) ?? []
  return label !== undefined && words(label) <= MAX_LABEL_WORDS ? label : undefined
}
