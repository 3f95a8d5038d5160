import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openInMemory } from '../../../server/db/in-memory.ts'
import { rebuildLists } from '../../../server/db/list-marks.ts'
import type { Db } from '../../../server/db/open.ts'
import { createWrite, type Tx } from '../../../server/db/write.ts'
import {
  fillParents,
  insertRow,
  LISTS,
  listsDb,
  MARKED_IDS,
  marksOf,
  NOUNS,
  type Noun,
  STRETCH_IDS,
} from '../../support/lists.ts'

type Value = string | number | null
type Filter = Record<string, string | number>

const DAY = 86_400_000
const DAYS = 6

const pick = <item>(items: readonly item[], number: number): item => items[number % items.length]!

/** Every combination of a list's filters, each with a few values, one of which does not occur. */
function combinations(noun: Noun, choices = 4): Filter[] {
  const { filters, values } = LISTS[noun]
  const columns = Object.entries(filters)
  return Array.from({ length: choices * 2 ** columns.length }, (_, number) => {
    const chosen = columns.flatMap(([name, column], index) => {
      if (((Math.floor(number / choices) >> index) & 1) === 0) return []
      const known = (values as Record<string, readonly Value[]>)[column] ?? ['15550001', '15550002']
      const possible = [...known.filter((value) => value !== null), known.length === 3 ? 'none' : 9]
      return [[name, pick(possible, number + index * (number % choices))]]
    })
    return Object.fromEntries(chosen)
  })
}

/** The matching ids, newest first, by simple SQL. */
function naive(db: Db, noun: Noun, userId: number, { from, to, ...filter }: Filter): number[] {
  const columns = LISTS[noun].filters as Record<string, string>
  const names = Object.keys(filter)
  const where = [
    'user_id = :userId',
    ...names.map((name) => `${columns[name]} = :${name}`),
    ...(from === undefined ? [] : ['created_at >= :from']),
    ...(to === undefined ? [] : ['created_at < :to']),
  ].join(' AND ')
  return db
    .prepare<[object], number>(
      `SELECT id FROM ${noun} NOT INDEXED WHERE ${where} ORDER BY created_at DESC, id DESC`,
    )
    .pluck()
    .all({ userId, ...filter, from, to })
}

/** Total and pages of one filter as the list returns them, beside the simple ones. */
function differences(db: Db, noun: Noun, userId: number, filter: Filter): unknown[] {
  const expected = naive(db, noun, userId, filter)
  const list = LISTS[noun].list(db)(userId, filter as never)
  if (list.total !== expected.length)
    return [{ noun, filter, total: list.total, expected: expected.length }]
  const slices = [
    [0, 15],
    [7, 10],
    [Math.floor(list.total / 2), 15],
    [Math.max(0, list.total - 3), 100],
    [list.total - 1, 1],
  ] as const
  return slices
    .filter(([offset]) => offset >= 0 && offset < list.total)
    .flatMap(([offset, limit]) => {
      const rows = list.rows({ offset, limit }) as Record<string, unknown>[]
      const ids = rows.map(({ id, uuid }) => id ?? Number(String(uuid).slice(4)))
      const wanted = expected.slice(offset, offset + limit)
      return ids.join() === wanted.join() ? [] : [{ noun, filter, offset, ids, wanted }]
    })
}

function allDifferences(db: Db): unknown[] {
  const ranges = [{}, { from: 2 * DAY }, { to: 4 * DAY }, { from: DAY, to: 3 * DAY }]
  return NOUNS.flatMap((noun) =>
    combinations(noun).flatMap((filter, index) => {
      const range = pick(ranges, Math.floor(index / 4) + index)
      return [1, 2].flatMap((userId) => differences(db, noun, userId, { ...filter, ...range }))
    }),
  )
}

/** The marks as maintained by the triggers, and as they would be if recomputed now. */
async function keptAndMade(db: Db): Promise<[unknown[], unknown[]]> {
  const kept = marksOf(db)
  await createWrite(db)((tx) => {
    rebuildLists(tx, db, 1)
    rebuildLists(tx, db, 2)
  })
  return [kept, marksOf(db)]
}

async function expectGoodMarks(db: Db): Promise<void> {
  const [kept, made] = await keptAndMade(db)
  expect(kept).toEqual(made)
}

/** One change to one of the lists; numbers select among what exists. */
type Change = readonly [kind: number, noun: number, id: number, place: number, values: number]

const changes = (count: number) =>
  fc.array(fc.tuple(fc.nat(999), fc.nat(2), fc.nat(9999), fc.nat(9999), fc.nat(999_999)), {
    minLength: count,
    maxLength: count,
  }) as fc.Arbitrary<Change[]>

/** Values of a row, derived from a number; there are few timestamps, so that many rows share one. */
function rowOf(noun: Noun, place: number, values: number): Record<string, Value> {
  const columns = Object.entries(LISTS[noun].values as Record<string, readonly Value[]>)
  const chosen = columns.map(([name, possible], index) => [
    name,
    pick(possible, Math.floor(values / 7 ** index)),
  ])
  return {
    ...Object.fromEntries(chosen),
    user_id: values % 11 === 0 ? 2 : 1,
    created_at: Math.floor((place / 10_000) * DAYS * 40) * (DAY / 40),
  }
}

/** A free id: an ordinary one, a mark's, or that of a mark that starts a stretch. */
function freeId(db: Db, noun: Noun, number: number): number {
  const pools = [[5, 6, 7, 9, 11, 17, 23].map((id) => id + number * 3), MARKED_IDS, STRETCH_IDS]
  const id = pick(pick(pools, number), Math.floor(number / 3))
  const taken = db.prepare(`SELECT 1 FROM ${noun} WHERE id = ?`).pluck()
  let free = id
  while (taken.get(free) !== undefined) free += 1
  return free
}

const FIXED: Record<Noun, Record<string, unknown>> = {
  conversations: {},
  calls: { duration: 0 },
  sms_messages: { phone_number_id: 1 },
}

function addRow(db: Db, noun: Noun, id: number, row: Record<string, Value>): void {
  const uuid = noun === 'conversations' ? { uuid: `row-${id}` } : {}
  insertRow(db, noun, { ...FIXED[noun], ...row, ...uuid, id })
}

/** Ids of a filled list: ordinary ones, marks and stretches. */
const FILLED_IDS = [
  ...MARKED_IDS.slice(0, 150),
  ...STRETCH_IDS.filter((id) => !MARKED_IDS.slice(0, 150).includes(id)).slice(0, 12),
  ...Array.from({ length: 300 }, (_, index) => 2_000_000 + index * 3),
]

/** A database whose lists are long enough to use their marks. */
function fillRows(db: Db): void {
  fillParents(db)
  db.transaction(() => {
    for (const noun of NOUNS)
      for (const id of FILLED_IDS) addRow(db, noun, id, rowOf(noun, (id * 7919) % 10_000, id * 31))
  })()
}

function apply(tx: Tx, db: Db, [kind, which, number, place, values]: Change): void {
  const noun = NOUNS[which]!
  const row = rowOf(noun, place, values)
  const someId = () =>
    db
      .prepare<[number], number>(`SELECT id FROM ${noun} ORDER BY id LIMIT 1 OFFSET ?`)
      .pluck()
      .get(
        number % Math.max(1, db.prepare<[], number>(`SELECT count(*) FROM ${noun}`).pluck().get()!),
      ) ?? 0
  const changed = (names: string[]) =>
    db
      .prepare(
        `UPDATE ${noun} SET ${names.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`,
      )
      .run({ ...row, id: someId() })
  if (kind < 620) {
    addRow(db, noun, freeId(db, noun, number), row)
  } else if (kind < 760) db.prepare(`DELETE FROM ${noun} WHERE id = ?`).run(someId())
  else if (kind < 860) changed([pick(Object.keys(LISTS[noun].values), values)])
  else if (kind < 930) changed(Object.keys(row))
  else if (kind < 950) changed(['created_at'])
  else if (kind < 960)
    db.prepare(`UPDATE ${noun} SET created_at = created_at + ? WHERE id % 5 = ?`).run(
      DAY / 40,
      number % 5,
    )
  else if (kind < 970) db.prepare(`DELETE FROM ${noun} WHERE id % 17 = ?`).run(number % 17)
  else if (kind < 980)
    db.prepare('UPDATE calls SET status = ? WHERE assistant_id = ?').run(
      'completed',
      (number % 3) + 1,
    )
  else if (kind < 990) rebuildLists(tx, db, (number % 2) + 1)
  else {
    db.prepare(`DELETE FROM ${noun} WHERE id % 13 = ?`).run(number % 13)
    addRow(db, noun, freeId(db, noun, number), row)
  }
}

test('after any write, totals and pages equal those of simple SQL, for every combination of filters', async () => {
  await fc.assert(
    fc.asyncProperty(changes(500), async (list) => {
      const db = openInMemory()
      const write = createWrite(db)
      try {
        fillRows(db)
        for (const [index, change] of list.entries()) {
          await write((tx) => apply(tx, db, change))
          if (index % 50 === 49) await expectGoodMarks(db)
        }
        expect(allDifferences(db)).toEqual([])
      } finally {
        db.close()
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
}, 120_000)

test('a rolled-back write is never counted', async () => {
  await fc.assert(
    fc.asyncProperty(changes(150), changes(60), async (kept, undone) => {
      const db = openInMemory()
      const write = createWrite(db)
      try {
        fillRows(db)
        for (const change of kept) await write((tx) => apply(tx, db, change))
        const failed = write((tx) => {
          for (const change of undone) apply(tx, db, change)
          throw new Error('The power is gone')
        })
        await expect(failed).rejects.toThrow('The power is gone')
        await expectGoodMarks(db)
        expect(allDifferences(db)).toEqual([])
      } finally {
        db.close()
      }
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

test.each(NOUNS)(
  'changing any single column by which %s are listed moves the row',
  async (noun) => {
    const db = openInMemory()
    fillRows(db)
    const columns = Object.entries({
      ...(LISTS[noun].values as Record<string, readonly Value[]>),
      user_id: [1, 2],
      created_at: [DAY, 2 * DAY],
    })
    for (const [column, values] of columns) {
      for (const id of FILLED_IDS.slice(140, 170)) {
        for (const value of values)
          db.prepare(`UPDATE ${noun} SET ${column} = ? WHERE id = ?`).run(value, id)
      }
      await expectGoodMarks(db)
    }
    expect(allDifferences(db)).toEqual([])
    db.close()
  },
)

test('every list index has its marks under the name that the reader requests', () => {
  const db = listsDb()
  for (const noun of NOUNS) {
    addRow(db, noun, MARKED_IDS[0]!, { ...rowOf(noun, 1, 0), user_id: 1 })
    db.prepare(`UPDATE ${noun} SET user_id = 1`).run()
  }
  db.prepare("UPDATE calls SET campaign_id = 2, client_digits = '4930'").run()
  const lists = db.prepare('SELECT DISTINCT list FROM list_marks ORDER BY list').pluck().all()
  expect(lists).toEqual([
    'calls_by_assistant 1',
    'calls_by_assistant_status 1 ringing',
    'calls_by_assistant_type 1 inbound',
    'calls_by_assistant_type_status 1 inbound ringing',
    'calls_by_campaign 2',
    'calls_by_campaign_assistant 2 1',
    'calls_by_campaign_status 2 ringing',
    'calls_by_campaign_type 2 inbound',
    'calls_by_number 4930',
    'calls_by_status ringing',
    'calls_by_type inbound',
    'calls_by_type_status inbound ringing',
    'calls_by_user',
    'conversations_by_assistant 1',
    'conversations_by_assistant_type 1 test',
    'conversations_by_type test',
    'conversations_by_user',
    'sms_messages_by_number 15550001',
    'sms_messages_by_status queued',
    'sms_messages_by_user',
  ])
})

test('no statement of a list scans a table or sorts', () => {
  const db = listsDb()
  const plans = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    const statement = prepare(sql)
    const names = new Set([...sql.matchAll(/:(\w+)/g)].map(([, name]) => name!))
    const nothing = Object.fromEntries([...names].map((name) => [name, 0]))
    for (const { detail } of prepare(`EXPLAIN QUERY PLAN ${sql}`).all(nothing) as {
      detail: string
    }[])
      plans.add(detail)
    return statement
  }) as typeof db.prepare
  for (const noun of NOUNS) {
    for (const filter of combinations(noun)) LISTS[noun].list(db)(1, filter as never)
  }
  expect(plans.size).toBeGreaterThan(20)
  expect([...plans].filter((plan) => /^SCAN (?!CONSTANT)|TEMP B-TREE/.test(plan))).toEqual([])
})
