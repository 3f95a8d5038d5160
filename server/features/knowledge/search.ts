import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { pairsOf } from '../../language/pairs.ts'
import { toFtsQueries } from '../../language/words.ts'
import { normalised } from './embed.ts'
import { embedderOf, nameOf } from './embedder.ts'
import { fused } from './fuse.ts'
import { nearestIn } from './nearest.ts'
import { type PassageRow, passageQueries } from './passage-queries.ts'

export interface KnowledgeQuestion {
  readonly question: string
  /** The visitor's previous message, as context for the question. */
  readonly previous: string | undefined
  /** Language of the conversation, ISO 639-1. */
  readonly language: string
  readonly limit: number
}

/** A passage and its ranks, from 1, in the lists that contain it. */
export interface FoundRow extends PassageRow {
  readonly word_rank: number | null
  readonly meaning_rank: number | null
}

/** Maximum number of character pairs of a question that are searched. */
const MAX_PAIRS = 40
/** Number of results of each ranking that are fused. */
const CANDIDATES = 50
/** Timeout of the embedding model for a question, ms; after that, only words are searched. */
const EMBED_TIMEOUT_MS = 3000

/** The passages of a knowledge base that match a question's words, best first. */
export function searchKnowledge(
  db: Db,
  baseId: number | null,
  { question, previous, language, limit }: KnowledgeQuestion,
): PassageRow[] {
  if (baseId === null) return []
  const passages = passageQueries(db)
  const queries = toFtsQueries(question, { previous, language })
  const found = queries === null ? [] : passages.search(baseId, queries, limit)
  const pairs = [...new Set(pairsOf(question))].slice(0, MAX_PAIRS)
  if (pairs.length === 0) return found
  const alike = passages.searchPairs(baseId, pairs.map((pair) => `"${pair}"`).join(' OR '), limit)
  if (found.length === 0) return alike
  return fused([alike, found], ({ id }) => id)
    .map(({ item }) => item)
    .slice(0, limit)
}

type Needs = Pick<Context, 'db' | 'models' | 'log' | 'sleep'>

/** The passages that may answer a question, best first: by their words and, with an embedding model, also by meaning; both rankings are fused. */
export async function findPassages(
  context: Needs,
  baseId: number | null,
  asked: KnowledgeQuestion,
): Promise<{ readonly isHybrid: boolean; readonly passages: FoundRow[] }> {
  const { db } = context
  const near = baseId === null ? undefined : await nearestPassages(context, baseId, asked.question)
  const byWords = searchKnowledge(db, baseId, { ...asked, limit: near ? CANDIDATES : asked.limit })
  const places = new Map(byWords.map(({ id }, at) => [id, at + 1]))
  if (!near || baseId === null) {
    const passages = byWords.map((row, at) => ({ ...row, word_rank: at + 1, meaning_rank: null }))
    return { isHybrid: false, passages }
  }
  const byMeaning = near.flatMap(({ id }) => passageQueries(db).passage(baseId, id) ?? [])
  const meanings = new Map(byMeaning.map(({ id }, at) => [id, at + 1]))
  const all = fused([byWords, byMeaning], ({ id }) => id).slice(0, asked.limit)
  // The top result gets the best word score and the others a proportional share, so that scores stay comparable.
  const top = byWords[0]?.score ?? 1
  const passages = all.map(({ item, worth }) => ({
    ...item,
    score: (top * worth) / all[0]!.worth,
    word_rank: places.get(item.id) ?? null,
    meaning_rank: meanings.get(item.id) ?? null,
  }))
  return { isHybrid: true, passages }
}

/** Maximum number of passages of a base that is read as a whole. */
const SMALL_BASE = 150

/**
 * Passages for the built-in model: the search results, followed by all others of a small base, since visitors often use
 * other words than the text.
 */
export function passagesToRead(
  db: Db,
  baseId: number | null,
  found: readonly PassageRow[],
): PassageRow[] {
  if (baseId === null) return []
  const all = passageQueries(db).ofSmallBase(baseId, SMALL_BASE) ?? []
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...all.filter(({ id }) => !known.has(id))]
}

/** The passages closest to a question by meaning; undefined without a model or after a timeout. */
async function nearestPassages(context: Needs, baseId: number, question: string) {
  const embedder = embedderOf(context)
  if (!embedder) return undefined
  const ended = new AbortController()
  const late = context.sleep(EMBED_TIMEOUT_MS, ended.signal).then(
    () => undefined,
    () => undefined,
  )
  const stop = new AbortController()
  try {
    const made = await Promise.race([embedder.embed([question], stop.signal), late])
    const vector = made?.[0]
    if (!vector) return undefined
    const model = nameOf(embedder)
    return nearestIn(context.db).find(baseId, model, normalised(vector), CANDIDATES)
  } catch (error) {
    context.log.warn({ err: error }, 'a question could not be embedded')
    return undefined
  } finally {
    ended.abort()
    stop.abort()
  }
}
