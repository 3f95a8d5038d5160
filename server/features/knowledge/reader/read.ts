import { fault } from '#contracts/faults.ts'
import type { MarkedText } from './marked-text.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageMarkup } from './page-markup.ts'
import { type Passage, passagesOf } from './passages.ts'
import { Unreadable } from './unreadable.ts'

/** An unread document. */
export interface Source {
  readonly kind: 'pdf' | 'docx' | 'txt' | 'md' | 'html' | 'csv'
  readonly bytes: Uint8Array
  /** Heading of passages without one, unless the document provides it. */
  readonly title: string
  /** Maximum number of passages of a document. */
  readonly maxPassages: number
  /** True if a page's links are requested. */
  readonly withFacts?: boolean
  /** True if only a page's elements are requested, and no passages. */
  readonly onlyMarkup?: boolean
}

/**
 * Reads a document into passages.
 * @throws Unreadable if there is nothing in it to answer from
 */
export async function read({ kind, bytes, title, maxPassages }: Source): Promise<Passage[]> {
  const marked = await READERS[kind](bytes)
  const passages: Passage[] = []
  for (const passage of passagesOf(marked.text, marked.title || title)) {
    if (passages.length === maxPassages) throw new Unreadable(fault('document_too_long'))
    passages.push(passage)
  }
  if (passages.length === 0) {
    throw new Unreadable(fault(kind === 'pdf' ? 'pdf_without_text' : 'document_without_text'))
  }
  return passages
}

/** Metadata of a page, if it was requested. */
export async function factsOf({ kind, bytes, withFacts }: Source): Promise<PageFacts | undefined> {
  if (!withFacts || kind !== 'html') return undefined
  return (await import('./page-facts.ts')).pageFacts(decoded(bytes))
}

/** Elements of a page, if they were requested. */
export async function markupOf({ bytes, onlyMarkup }: Source): Promise<PageMarkup | undefined> {
  if (!onlyMarkup) return undefined
  return (await import('./page-markup.ts')).pageMarkup(decoded(bytes))
}

/** Loaded on demand: a thread reads one document and does not need the other libraries. */
const READERS: Record<Source['kind'], (bytes: Uint8Array) => Promise<MarkedText>> = {
  pdf: async (bytes) => (await import('./pdf.ts')).readPdf(bytes),
  docx: async (bytes) => (await import('./word.ts')).readWord(bytes),
  html: async (bytes) => (await import('./web-page.ts')).readWebPage(decoded(bytes)),
  csv: async (bytes) => (await import('./table.ts')).readTable(decoded(bytes)),
  txt: async (bytes) => (await import('./plain-text.ts')).readPlainText(decoded(bytes)),
  md: async (bytes) => (await import('./plain-text.ts')).readMarkdown(decoded(bytes)),
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
