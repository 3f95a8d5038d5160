import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fill } from '../../scripts/seed/fill.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import { openDb } from '../../server/db/open.ts'
import { createKey } from '../../server/features/accounts/api-key.ts'
import { accountQueries, THIS_MACHINE } from '../../server/features/accounts/queries.ts'
import { type Chance, createChance } from '../../server/features/demo/chance.ts'
import { startServer } from '../../server/start.ts'
import { responseTimes } from './load.ts'
import { figure, median, quantile, serve } from './process.ts'
import type { Report, Row } from './report.ts'

/*
 * The cost of full-text search in a million messages of one account, with another account beside it, over
 * HTTP; and of indexing a message when it is written.
 */

const MESSAGES = 1_000_000
/** Messages of one conversation. */
const EACH = 7
const ROUNDS = 5
const REQUESTS = 40
const KEY = '1|key-of-the-bench'

interface Places {
  readonly folder: string
  readonly server: readonly string[]
  readonly report: Report
}

/** Runs the whole part. */
export async function search({ folder, server, report }: Places): Promise<void> {
  const dataDir = path.join(folder, 'search')
  mkdirSync(dataDir)
  const small = await seeded(dataDir)
  const served = await serve(server, env(dataDir))
  const rows: Row[] = []
  try {
    for (const [name, q, key] of questions(small)) {
      const headers = { authorization: `Bearer ${key}` }
      const target = {
        url: served.url,
        headers,
        path: `/api/user/search?q=${encodeURIComponent(q)}`,
      }
      const first = await responseTimes(target, 1)
      const times = await responseTimes(target, REQUESTS)
      const figures = [median(times), quantile(times, 0.95), first[0]!].map((ms) => ms.toFixed(1))
      rows.push([name, `${figures[0]} / ${figures[1]} (first ${figures[2]})`])
    }
  } finally {
    await served.stop()
  }
  report('GET /api/user/search in 1 M messages, ms p50 / p95 (≤ 50)', rows)
  writes(path.join(dataDir, 'parley.db'), report)
}

const env = (dataDir: string) => ({
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: dataDir,
  PARLEY_LIMITS_SCALE: '1000000',
  PARLEY_API_KEY: KEY,
})

const SYLLABLES = 'ba ke ri lo mu sa te vi no da pe ru gi fa zo li ma ne'.split(' ')

/** Made-up words. */
const WORDS = Array.from({ length: 20_000 }, (_, index) => {
  const chance = createChance(index * 7919 + 17)
  const length = 2 + chance.below(3)
  return `${Array.from({ length }, () => chance.pick(SYLLABLES)).join('')}${'nrstl'[index % 5]}`
})
const [MOST_COMMON, COMMON] = WORDS as [string, string]
const RARE = 'zanzibar'

const questions = (small: string): [name: string, q: string, key: string][] => [
  ['a word of one message', RARE, KEY],
  ['a word of few messages', WORDS[2000]!, KEY],
  ['a word of every third message', MOST_COMMON, KEY],
  ['two common words', `${MOST_COMMON} ${COMMON}`, KEY],
  ['a phrase', `"${MOST_COMMON} ${COMMON}"`, KEY],
  ['a common word without another', `${COMMON} -${MOST_COMMON}`, KEY],
  ...[1, 2, 3, 4, 5].map((length): [string, string, string] => [
    `beginning, letters: ${length}`,
    MOST_COMMON.slice(0, length),
    KEY,
  ]),
  ['nothing to find', 'qqqqq', KEY],
  ['from:visitor and a common word', `from:visitor ${COMMON}`, KEY],
  ['in the small account: a common word', MOST_COMMON, small],
  ['in the small account: a beginning', MOST_COMMON.slice(0, 4), small],
  ['in the small account: nothing', RARE, small],
]

/** A sentence with Zipf-distributed words: the n-th is n times rarer than the first. */
function sentence(chance: Chance): string {
  const length = 4 + chance.below(16)
  return Array.from({ length }, () => WORDS[Math.floor(WORDS.length ** chance.next()) - 1]).join(
    ' ',
  )
}

/** A million messages, seven in each conversation, and a small account; returns its key. */
async function seeded(dataDir: string): Promise<string> {
  await using server = await startServer(readConfig({ ...env(dataDir), PARLEY_LOG: 'silent' }))
  const { context } = server
  const amounts = { conversations: Math.ceil(MESSAGES / EACH), calls: 0, sms: 0 }
  await fill(context, { amounts, seed: 1, until: Date.parse('2026-11-01T00:00:00Z') })
  const chance = createChance(5)
  const talk = talker(context.db, chance)
  const ids = context.db.prepare<[], number>('SELECT id FROM conversations').pluck().all()
  context.db.pragma('synchronous = NORMAL')
  context.db.pragma('cache_size = -256000')
  for (let from = 0; from < ids.length; from += 1000) {
    context.db.transaction(() => {
      for (const id of ids.slice(from, from + 1000)) talk(id)
    })()
  }
  talk(ids[500]!, RARE)
  return await smallAccount(context, chance)
}

/** Inserts the messages of a conversation. The statement is prepared once, since its triggers make it large. */
function talker(db: Context['db'], chance: Chance) {
  const insert = db.prepare<[number, number, string, string]>(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, ?, '', ?, 'complete', 0)
  `)
  return (id: number, first?: string): void => {
    for (let seq = 1; seq <= EACH; seq += 1) {
      insert.run(
        id,
        seq + 1000 * chance.below(1e9),
        seq % 2 === 1 ? 'visitor' : 'assistant',
        seq === 1 && first ? first : sentence(chance),
      )
    }
  }
}

/** Another account with one conversation. */
async function smallAccount(context: Context, chance: Chance): Promise<string> {
  const { db, now } = context
  const { id } = await context.write((tx) =>
    accountQueries(db).insertUser(tx, 'Small', 'small@example.com', false, now()),
  )
  const conversation = db
    .prepare<[number], number>(`
      INSERT INTO conversations (uuid, user_id, assistant_id, type, created_at, updated_at)
      SELECT 'small', ?, min(id), 'api', 0, 0 FROM assistants RETURNING id
    `)
    .pluck()
    .get(id)!
  talker(db, chance)(conversation)
  return (
    await context.write((tx) => createKey(tx, context, id, { name: 'Key', issuer: THIS_MACHINE }))
  ).token
}

/** Measures what the index adds to the cost of writing a message. */
function writes(file: string, report: Places['report']): void {
  const db = openDb(file)
  const chance = createChance(9)
  const ids = db.prepare<[], number>('SELECT id FROM conversations LIMIT 1000').pluck().all()
  const time = () => {
    // Prepared before the clock starts, and again when the triggers have changed.
    const talk = talker(db, chance)
    const begun = performance.now()
    db.transaction(() => {
      for (const id of ids.slice(0, 300)) talk(id)
    })()
    return ((performance.now() - begun) * 1000) / (300 * EACH)
  }
  time()
  const rounds = []
  const trigger = db
    .prepare<[], string>("SELECT sql FROM sqlite_master WHERE name = 'messages_searchable'")
    .pluck()
    .get()!
  for (let round = 0; round < ROUNDS; round += 1) {
    const indexed = time()
    db.exec('DROP TRIGGER messages_searchable')
    const plain = time()
    db.exec(trigger)
    rounds.push({ indexed, plain })
  }
  report('writing a message, many in a commit', [
    [
      'with the index, µs',
      figure(
        rounds.map(({ indexed }) => indexed),
        0,
      ),
    ],
    [
      'without, µs',
      figure(
        rounds.map(({ plain }) => plain),
        0,
      ),
    ],
    ['ratio', figure(rounds.map(({ indexed, plain }) => indexed / plain))],
  ])
  db.close()
}
