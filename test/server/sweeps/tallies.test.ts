import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openInMemory } from '../../../server/db/in-memory.ts'
import type { Db } from '../../../server/db/open.ts'
import {
  pauseTallies,
  rebuildTallies,
  resumeTallies,
  wrongTallies,
} from '../../../server/db/tallies.ts'
import { fillParents } from '../../support/lists.ts'
import { sample } from '../../support/sample.ts'

const MINUTE = 60_000
const SLOT = 15 * MINUTE

const TYPES = ['test', 'widget', 'messenger', 'api'] as const
const CALL_STATUSES = [
  ...['ringing', 'in-progress', 'busy', 'no-answer', 'failed', 'ended', 'completed'],
  ...['ended_by_customer', 'ended_by_assistant'],
] as const
const AUTHORS = ['visitor', 'assistant', 'operator'] as const
const STATUSES = ['complete', 'complete', 'streaming', 'interrupted', 'failed'] as const

const pick = <item>(items: readonly item[], number: number): item => items[number % items.length]!

/** A database with accounts and assistants. */
function tallyDb(): Db {
  const db = openInMemory()
  fillParents(db)
  onTestFinished(() => void db.close())
  return db
}

/** Runs a history on the database and rolls all of it back. */
function inVain(db: Db, history: () => void): void {
  db.exec('BEGIN')
  try {
    history()
  } finally {
    db.exec('ROLLBACK')
  }
}

const idsOf = (db: Db, table: string): number[] =>
  db.prepare<[], number>(`SELECT id FROM ${table} ORDER BY id`).pluck().all()

/** One action; the numbers select among existing rows. */
type Step = readonly [kind: number, target: number, place: number, value: number]

/** Everything that may happen to the rows, in any order, including what no verb ever does. */
const ACTIONS: readonly ((db: Db, step: Step) => void)[] = [
  function addConversation(db, [, target, place, value]) {
    db.prepare(`
      INSERT INTO conversations (
        uuid, user_id, assistant_id, type, ai_mode, total_cost, ended_at, rating, created_at, updated_at
      ) VALUES (hex(randomblob(8)), ?, ?, ?, ?, ?, ?, ?, ?, 0)
    `).run(
      (target % 2) + 1,
      (target % 3) + 1,
      pick(TYPES, value),
      pick(['auto', 'auto', 'approve', 'human'], value),
      value % 5,
      value % 3 === 0 ? place * MINUTE : null,
      value % 7 === 0 ? (value % 5) + 1 : null,
      place * MINUTE,
    )
  },
  ...Array.from({ length: 6 }, () => addMessage),
  function removeConversation(db, [, target]) {
    const ids = idsOf(db, 'conversations')
    if (ids.length === 0) return
    const id = pick(ids, target)
    db.prepare('DELETE FROM conversations WHERE id = ?').run(id)
  },
  function changeConversation(db, [, target, place, value]) {
    const ids = idsOf(db, 'conversations')
    if (ids.length === 0) return
    const change = pick(
      [
        "ai_mode = 'human'",
        "ai_mode = 'auto'",
        `total_cost = total_cost + ${value % 9}`,
        `ended_at = ${place * MINUTE}`,
        'ended_at = NULL',
        `rating = ${(value % 5) + 1}`,
        'rating = NULL',
        `created_at = ${place * MINUTE}`,
        `type = '${pick(TYPES, value)}'`,
        `assistant_id = ${(value % 3) + 1}`,
        `user_id = ${(value % 2) + 1}`,
        'message_count = message_count + 1',
      ],
      value,
    )
    db.prepare(`UPDATE conversations SET ${change} WHERE id = ?`).run(pick(ids, target))
  },
  function changeMessage(db, [, target, place, value]) {
    const ids = idsOf(db, 'messages')
    if (ids.length === 0) return
    const change = pick(
      [
        `status = '${pick(STATUSES, place)}'`,
        `author = '${pick(AUTHORS, place)}'`,
        `created_at = ${place * MINUTE}`,
        `seq = 1000 + ${value}`,
        "content = 'something else'",
      ],
      value,
    )
    db.prepare(`UPDATE OR IGNORE messages SET ${change} WHERE id = ?`).run(pick(ids, target))
  },
  function removeMessage(db, [, target]) {
    const ids = idsOf(db, 'messages')
    if (ids.length > 0) db.prepare('DELETE FROM messages WHERE id = ?').run(pick(ids, target))
  },
  function approve(db, [, target]) {
    const ids = idsOf(db, 'conversations')
    if (ids.length === 0) return
    const { lastInsertRowid } = db
      .prepare(`
        INSERT OR IGNORE INTO proposals (conversation_id, epoch, answers_seq, status, created_at)
        VALUES (?, 0, 1, 'ready', 0)
      `)
      .run(pick(ids, target))
    db.prepare("UPDATE proposals SET status = 'sent', decided_at = 1 WHERE id = ?").run(
      lastInsertRowid,
    )
  },
  function addCall(db, [, target, place, value]) {
    db.prepare(`
      INSERT INTO calls (
        user_id, assistant_id, type, status, ended_by, duration, total_cost, provider, created_at, updated_at
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
    `).run(
      (target % 2) + 1,
      (target % 3) + 1,
      pick(['inbound', 'outbound', 'web'], value),
      pick(CALL_STATUSES, value + target),
      pick(['customer', 'limit', null], target),
      value % 90,
      value % 4,
      pick(['x', 'sandbox'], value),
      place * MINUTE,
    )
  },
  ...Array.from({ length: 3 }, () => addTurn),
  function removeTurn(db, [, target]) {
    const ids = idsOf(db, 'calls')
    if (ids.length > 0)
      db.prepare('DELETE FROM call_turns WHERE call_id = ? AND turn > 1').run(pick(ids, target))
  },
  function passCallOn(db, [, target, place]) {
    const ids = idsOf(db, 'calls')
    if (ids.length === 0) return
    const id = pick(ids, target)
    db.prepare(`
      INSERT OR IGNORE INTO telephone_legs (call_id, ref, ringing_time, begun_at) VALUES (?, 'r' || ?, 30, 0)
    `).run(id, id)
    db.prepare('UPDATE telephone_legs SET passed_on_at = ? WHERE call_id = ?').run(
      place % 2 === 0 ? place : null,
      id,
    )
  },
  function changeCall(db, [, target, place, value]) {
    const ids = idsOf(db, 'calls')
    if (ids.length === 0) return
    const change = pick(
      [
        `duration = ${value % 90}`,
        `total_cost = ${value % 4}`,
        `created_at = ${place * MINUTE}`,
        `status = '${pick(CALL_STATUSES, place + 500)}'`,
        "ended_by = 'operator'",
        "type = 'web'",
        `provider = '${pick(['x', 'sandbox'], target)}'`,
        `assistant_id = ${(value % 3) + 1}`,
        `user_id = ${(value % 2) + 1}`,
      ],
      value,
    )
    db.prepare(`UPDATE calls SET ${change} WHERE id = ?`).run(pick(ids, target))
  },
  function removeCall(db, [, target]) {
    const ids = idsOf(db, 'calls')
    if (ids.length > 0) db.prepare('DELETE FROM calls WHERE id = ?').run(pick(ids, target))
  },
  function sms(db, [, target, place, value]) {
    const ids = idsOf(db, 'sms_messages')
    if (value % 3 === 0 && ids.length > 0) {
      db.prepare('DELETE FROM sms_messages WHERE id = ?').run(pick(ids, target))
      return
    }
    db.prepare(`
      INSERT INTO sms_messages (
        user_id, phone_number_id, from_number, to_number, body, segments, segment_price, total_cost, status, provider,
        created_at, updated_at
      ) VALUES (?, 1, '+1', '+2', 'x', 1, 0, 0, 'sent', 'x', ?, 0)
    `).run((target % 2) + 1, place * MINUTE)
  },
  function money(db, [, target, place, value]) {
    const userId = (target % 2) + 1
    const amount = value % 2 === 0 ? 10 + (value % 50) : -Math.min(5, balanceOf(db, userId))
    db.prepare('UPDATE users SET balance = balance + ? WHERE id = ?').run(amount, userId)
    db.prepare(
      'INSERT INTO ledger (user_id, kind, amount, balance, created_at) VALUES (?, ?, ?, ?, ?)',
    ).run(
      userId,
      amount > 0 ? 'top_up' : pick(['sms.hold', 'call.hold'], value),
      amount,
      balanceOf(db, userId),
      place * MINUTE,
    )
  },
]

function addMessage(db: Db, [, target, place, value]: Step): void {
  const ids = idsOf(db, 'conversations')
  if (ids.length === 0) return
  db.prepare(`
    INSERT OR IGNORE INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, ?, 'x', 'x', ?, ?)
  `).run(
    pick(ids, target),
    (value % 40) + 1,
    pick(AUTHORS, value),
    pick(STATUSES, value),
    place * MINUTE,
  )
}

function addTurn(db: Db, [, target, place, value]: Step): void {
  const ids = idsOf(db, 'calls')
  if (ids.length === 0) return
  db.prepare(`
    INSERT OR IGNORE INTO call_turns (call_id, turn, place, speaker, content, sound_ms, is_cut)
    VALUES (?, ?, 0, 'assistant', 'x', ?, ?)
  `).run(
    pick(ids, target),
    value % 5,
    place < 0 ? null : place * (value % 50),
    Number(value % 3 === 0),
  )
}

const balanceOf = (db: Db, userId: number): number =>
  db.prepare<[number], number>('SELECT balance FROM users WHERE id = ?').pluck().get(userId)!

const steps = fc.array(
  fc.tuple(fc.nat(9999), fc.nat(999), fc.integer({ min: -200, max: 3000 }), fc.nat(999)),
  { minLength: 20, maxLength: 120 },
) as fc.Arbitrary<Step[]>

function happen(db: Db, history: readonly Step[]): void {
  for (const step of history) pick(ACTIONS, step[0])(db, step)
}

interface Row {
  readonly [column: string]: number | string | null
}

/** One contribution; without an assistant it counts for the account only. */
type Part = readonly [row: Row, measure: string, at: unknown, value: number]

/** The expected tallies, counted over all rows in plain JavaScript. */
function naive(db: Db): Map<string, number> {
  const all = (table: string) => db.prepare<[], Row>(`SELECT * FROM ${table}`).all()
  const messages = Map.groupBy(all('messages'), (row) => row['conversation_id'])
  const turns = Map.groupBy(all('call_turns'), (row) => row['call_id'])
  const parts = [
    ...all('conversations').flatMap((row) => partsOf(row, messages.get(row['id']!) ?? [])),
    ...all('calls').flatMap((row) => partsOfCall(row, turns.get(row['id']!) ?? [])),
    ...all('sms_messages').map((row): Part => [row, 'sms', row['created_at'], 1]),
    ...all('ledger').map((row): Part => {
      const [purpose] = String(row['kind']).split('.')
      const amount = Number(row['amount'])
      return purpose === 'top_up'
        ? [row, 'top_up', row['created_at'], amount]
        : [row, `spent.${purpose}`, row['created_at'], 0 - amount]
    }),
  ]
  const tallies = new Map<string, number>()
  for (const [row, measure, at, value] of parts) {
    for (const assistant of new Set([0, row['assistant_id'] ?? 0])) {
      const key = `${row['user_id']} ${assistant} ${measure} ${Math.trunc(Number(at) / SLOT)}`
      tallies.set(key, (tallies.get(key) ?? 0) + value)
    }
  }
  return new Map([...tallies].filter(([, value]) => value !== 0))
}

/** A conversation's contributions to the tallies. */
function partsOf(row: Row, messages: Row[]): Part[] {
  const at = row['created_at']
  const always: Part[] = [
    [row, `conversations.${row['type']}`, at, 1],
    [row, 'cost', at, Number(row['total_cost'])],
  ]
  if (row['type'] === 'test') return always
  const said = messages.sort((a, b) => Number(a['seq']) - Number(b['seq']))
  return [
    ...always,
    ...said.map(
      (message): Part => [row, `messages.${message['author']}`, message['created_at'], 1],
    ),
    ...partIf(row['ended_at'] !== null, [row, 'ended', row['ended_at'], 1]),
    ...partIf(row['rating'] !== null, [row, `rating.${row['rating']}`, at, 1]),
    ...partsOfOpening(row, said),
  ]
}

const partIf = (isSo: boolean, part: Part): Part[] => (isSo ? [part] : [])

/** The contributions of the visitor's first message and its answer. */
function partsOfOpening(row: Row, said: readonly Row[]): Part[] {
  const at = row['created_at']
  const asked = said.findIndex(({ author }) => author === 'visitor')
  if (asked === -1) return []
  const wrote = said.some(({ author }) => author === 'operator')
  const answer = said
    .slice(asked + 1)
    .find(({ author, status }) => author !== 'visitor' && status !== 'failed')
  return [
    [row, 'asked', at, 1],
    // A past takeover can no longer be seen in the rows.
    ...partIf(wrote || row['had_person'] === 1, [row, 'person', at, 1]),
    ...(answer
      ? [waitOf(row, Number(answer['created_at']) - Number(said[asked]!['created_at']))]
      : []),
  ]
}

/** A call's contributions. */
function partsOfCall(row: Row, turns: readonly Row[]): Part[] {
  const { status, provider, type, ended_by: by } = row
  const kind = provider === 'sandbox' ? 'sandbox' : String(type)
  const cuts = turns.filter(({ is_cut }) => is_cut === 1).length
  const isUnanswered = ['busy', 'no-answer', 'failed'].includes(String(status))
  const ends: Record<string, string> = {
    ended_by_customer: 'customer',
    ended_by_assistant: 'assistant',
  }
  const outcome = isUnanswered ? status : (by ?? ends[String(status)] ?? 'unknown')
  const part = (name: string, value: number): Part => [row, name, row['created_at'], value]
  return [
    part(`calls.${kind}`, 1),
    part(`call_answered.${kind}`, isUnanswered || status === 'ringing' ? 0 : 1),
    part(`call_seconds.${kind}`, Number(row['duration'])),
    part(`call_cost.${kind}`, Number(row['total_cost'])),
    // A call that was handed back still counts as handled by a human.
    part(`call_person.${kind}`, Number(row['had_person'])),
    part(`call_interruptions.${kind}`, cuts),
    part(`call_interrupted.${kind}`, Math.sign(cuts)),
    ...(status === 'ringing' || status === 'in-progress'
      ? []
      : [part(`call_end.${kind}.${outcome}`, 1)]),
    ...turns.flatMap(({ sound_ms: ms }) =>
      ms === null ? [] : [part(`call_wait.${kind}.${stepOf(Number(ms))}`, 1)],
    ),
  ]
}

/** The histogram bucket of a wait: four per doubling, starting at 50 ms. */
function stepOf(ms: number): number {
  const steps = Array.from({ length: 40 }, (_, index) =>
    Math.round([50, 59.46, 70.71, 84.09][index % 4]! * 2 ** Math.floor(index / 4)),
  )
  return steps.find((below) => below > ms) ?? Number.MAX_SAFE_INTEGER
}

function waitOf(row: Row, ms: number): Part {
  let below = 250
  while (below <= ms && below < 131_072_000) below *= 2
  return [
    row,
    `first_answer.${below <= ms ? Number.MAX_SAFE_INTEGER : below}`,
    row['created_at'],
    1,
  ]
}

/** The tallies as stored. */
const kept = (db: Db): Map<string, number> =>
  new Map(
    db
      .prepare<[], [string, number]>(
        "SELECT user_id || ' ' || assistant_id || ' ' || measure || ' ' || slot, value FROM tallies",
      )
      .raw()
      .all()
      .sort(),
  )

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

test('tallies equal what all rows together say, whatever happens to the rows and in whatever order', () => {
  const db = tallyDb()
  fc.assert(
    fc.property(steps, (history) =>
      inVain(db, () => {
        happen(db, history)
        expect(sorted(kept(db))).toEqual(sorted(naive(db)))
        expect([1, 2].flatMap((userId) => wrongTallies(db, userId))).toEqual([])
      }),
    ),
    { numRuns: sample(15, 200) },
  )
})

test('rebuilding the tallies changes nothing, and paused ones are rebuilt by the next start', () => {
  const db = tallyDb()
  fc.assert(
    fc.property(steps, steps, (history, unseen) =>
      inVain(db, () => {
        happen(db, history)
        const before = sorted(kept(db))
        rebuildTallies(db, 1)
        rebuildTallies(db, 2)
        expect(sorted(kept(db))).toEqual(before)
        pauseTallies(db, 1)
        pauseTallies(db, 2)
        happen(db, unseen)
        resumeTallies(db)
        expect(sorted(kept(db))).toEqual(sorted(naive(db)))
        happen(db, history)
        expect(sorted(kept(db))).toEqual(sorted(naive(db)))
      }),
    ),
    { numRuns: sample(3, 50) },
  )
})

test('a wrong tally is found', () => {
  const db = tallyDb()
  ACTIONS[0]!(db, [0, 0, 10, 1])
  db.prepare("UPDATE tallies SET value = 7 WHERE measure = 'conversations.widget'").run()
  expect(wrongTallies(db, 1)).toContainEqual({
    assistant_id: 0,
    measure: 'conversations.widget',
    slot: 0,
    kept: 7,
    expected: 1,
  })
  rebuildTallies(db, 1)
  expect(wrongTallies(db, 1)).toEqual([])
})
