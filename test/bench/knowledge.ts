import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import type { Tx } from '../../server/db/write.ts'
import { type Chance, createChance } from '../../server/features/demo/chance.ts'
import { embedPassages } from '../../server/features/knowledge/embed.ts'
import type { Embedder } from '../../server/features/knowledge/embedder.ts'
import { passageQueries } from '../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import { findPassages } from '../../server/features/knowledge/search.ts'
import { toFtsQueries } from '../../server/language/words.ts'
import { startServer } from '../../server/start.ts'
import { median, quantile } from './process.ts'
import type { Report } from './report.ts'

/*
 * Finding the answers to questions in a knowledge base of 100,000 passages: how long it takes, and how often
 * the right passage is among the first five, by words alone and by words and meaning. The questions are those
 * of test/bench/questions.json; all other passages are random, with every sixth word taken from the
 * questions.
 */

const CHUNKS = 100_000
const DIMENSIONS = 256

interface Places {
  readonly folder: string
  readonly report: Report
}

interface Shipped {
  readonly passages: readonly {
    readonly heading: string
    readonly content: string
    readonly questions: readonly { readonly question: string; readonly answer: string }[]
  }[]
}

const { passages: SHIPPED } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'questions.json'), 'utf8'),
) as Shipped

/**
 * Stands in for an embedding model: hashed n-grams of three to five letters. It knows how words are spelt,
 * and nothing about their meaning.
 */
const STAND_IN: Embedder = {
  code: 'hashed-letters',
  embed: async (texts) => texts.map(hashedLetters),
}

function hashedLetters(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const framed = `<${word}>`
    for (const size of [3, 4, 5]) {
      for (let at = 0; at + size <= framed.length; at += 1) {
        const hash = hashOf(framed.slice(at, at + size))
        const place = hash % DIMENSIONS
        vector[place] = vector[place]! + (hash & 0x10000 ? 1 : -1)
      }
    }
  }
  return vector
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0
  }
  return hash
}

/** Runs the whole part. */
export async function knowledge({ folder, report }: Places): Promise<void> {
  const env = {
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: path.join(folder, 'knowledge'),
    PARLEY_LOG: 'silent',
  }
  await using server = await startServer(readConfig(env))
  const { context } = server
  const { baseId, right } = await seed(context, CHUNKS)
  const alone = await measure(context, baseId, right)
  Object.assign(context.models, { embedder: () => STAND_IN })
  const begun = performance.now()
  const signal = new AbortController().signal
  while ((await embedPassages(context, signal)).getTime() <= context.now().getTime());
  const seconds = (performance.now() - begun) / 1000
  const hybrid = await measure(context, baseId, right)

  const ratio = median(alone.ms.map((ms, at) => ms / alone.bareMs[at]!))
  const times = ({ ms }: Pick<Measured, 'ms'>) =>
    `${median(ms).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)} (first ${ms[0]!.toFixed(0)})`
  const share = (count: number) => `${((100 * count) / right.length).toFixed(0)} %`
  report(`${right.length} questions to ${CHUNKS.toLocaleString('en')} passages of one base`, [
    ['BM25, ms p50 / p95 (p50 ≤ 10)', times(alone)],
    ['bare FTS5, the same words, ms p50 / p95', times({ ms: alone.bareMs })],
    ['ratio, ours to bare', ratio.toFixed(2)],
    ['BM25, recall@5', share(alone.found)],
    ['hybrid, ms p50 / p95', times(hybrid)],
    ['hybrid, recall@5', share(hybrid.found)],
    ['embedding model', `stand-in: hashed letters, ${DIMENSIONS} dimensions, no meaning`],
    ['made and stored, vectors/s', (CHUNKS / seconds).toFixed(0)],
  ])
}

interface Right {
  readonly question: string
  readonly answer: string
  readonly id: number
}

/** A base with the shipped passages and this many others. */
async function seed(context: Context, chunks: number): Promise<{ baseId: number; right: Right[] }> {
  const { db, now } = context
  const knowledge = knowledgeQueries(db)
  const baseId = await context.write((tx) => knowledge.insertBase(tx, 1, `Bench ${chunks}`, now()))
  const document = await context.write((tx) =>
    knowledge.insertDocument(
      tx,
      {
        knowledge_base_id: baseId,
        name: 'Questions',
        type: 'txt',
        url: null,
        status: 'active',
        size: null,
        sha256: null,
      },
      now(),
    ),
  )
  const chance = createChance(7)
  const theirs = SHIPPED.flatMap(
    ({ heading, content }) => `${heading} ${content}`.match(/[\p{L}\p{N}]+/gu) ?? [],
  )
  const passages = passageQueries(db)
  const others = Math.max(0, chunks - SHIPPED.length)
  const add = (tx: Tx, count: number) => {
    const made = Array.from({ length: count }, () => ({
      heading: sentence(chance, theirs, 2),
      content: sentence(chance, theirs, 60),
    }))
    passages.insert(tx, document.id, baseId, made)
  }
  for (let from = 0; from < others; from += 1000)
    await context.write((tx) => add(tx, Math.min(1000, others - from)))
  await context.write((tx) => passages.insert(tx, document.id, baseId, SHIPPED))
  const ids = db
    .prepare<[number, number], number>(
      'SELECT id FROM chunks WHERE document_id = ? ORDER BY id DESC LIMIT ?',
    )
    .pluck()
    .all(document.id, SHIPPED.length)
    .toReversed()
  const right = SHIPPED.flatMap(({ questions }, at) =>
    questions.map((asked) => ({ ...asked, id: ids[at]! })),
  )
  return { baseId, right }
}

const SYLLABLES = 'ba ke ri lo mu sa te vi no da pe ru gi fa zo li ma ne'.split(' ')

/** Made-up words with a Zipf distribution: the n-th is n times rarer than the first. */
const MADE_UP = Array.from({ length: 20_000 }, (_, index) => {
  const chance = createChance(index * 7919 + 17)
  return Array.from({ length: 2 + chance.below(3) }, () => chance.pick(SYLLABLES)).join('')
})

function sentence(chance: Chance, theirs: readonly string[], length: number): string {
  const words = Array.from({ length: length + chance.below(length) }, () =>
    chance.below(6) === 0
      ? chance.pick(theirs)
      : MADE_UP[Math.floor(MADE_UP.length ** chance.next()) - 1],
  )
  return `${words.join(' ')}.`
}

interface Measured {
  readonly ms: readonly number[]
  /** Time of the full-text index alone for the same words. */
  readonly bareMs: readonly number[]
  readonly found: number
}

async function measure(
  context: Context,
  baseId: number,
  right: readonly Right[],
): Promise<Measured> {
  const ms: number[] = []
  const bareMs: number[] = []
  const bare = context.db.prepare(
    'SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ? ORDER BY rank LIMIT 5',
  )
  let found = 0
  for (const { question, id } of right) {
    const begun = performance.now()
    const asked = { question, previous: undefined, language: 'en', limit: 5 }
    const { passages } = await findPassages(context, baseId, asked)
    ms.push(performance.now() - begun)
    const bareBegun = performance.now()
    bare.all(toFtsQueries(question, { language: 'en' })!.any)
    bareMs.push(performance.now() - bareBegun)
    if (passages.some((passage) => passage.id === id)) found += 1
  }
  return { ms, bareMs, found }
}
