import { hidden } from './hidden.ts'
import { EARLIEST, LATEST, listMarks } from './list-marks.ts'
import type { Db } from './open.ts'
import type { Reading, Sql } from './sql.ts'

type Value = string | number

/** A list with constant-time counts and pages, whatever its length. */
export interface ListSpec<filter extends string> {
  /** Table of the rows; needs `user_id`, `created_at` and `id`, and triggers that maintain marks. */
  readonly table: string
  /** Select list and joins of a row. */
  readonly columns: string
  readonly joins?: string
  /** Column of each filter. */
  readonly filters: Readonly<Record<filter, string>>
  /** Indexes with marks, each with its filters in the order of its columns. */
  readonly indexes: Readonly<Record<string, readonly filter[]>>
}

/** Filter of a list: values, and a period in ms since 1970; `to` is exclusive. */
export type ListFilter<filter extends string> = {
  readonly [name in filter]?: Value | undefined
} & {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The matching rows of a list, newest first. */
export interface CountedRows<row> {
  /** Number of rows, always exact. */
  readonly total: number
  /** Reads `limit` rows, skipping the first `offset`. */
  rows(slice: { readonly limit: number; readonly offset: number }): row[]
  /**
   * Reads all rows in slices of `limit`, lazily. Each slice continues after the last row read, so that concurrent
   * inserts and deletes neither repeat nor skip rows.
   */
  slices(limit: number): Generator<row[]>
}

/** An empty list. */
export const NO_ROWS: CountedRows<never> = {
  total: 0,
  rows: () => [],
  slices: function* () {},
}

/** Maximum offset that is skipped row by row: the nearest mark is no closer on average. */
const MAX_SKIPPED = 128

/** Creates the reader of a list; statements are prepared when a set of filters is first used. */
export function countedList<row, filter extends string>(sql: Sql, db: Db, spec: ListSpec<filter>) {
  const names = Object.keys(spec.filters) as filter[]
  const plans = new Map<number, Plan<row, filter>>()

  /** Plan for a set of filters: the exact index, or the indexes on some of the filters. */
  function planOf(filter: ListFilter<filter>): Plan<row, filter> {
    const set = names.reduce(
      (bits, name, bit) => (filter[name] === undefined ? bits : bits | (1 << bit)),
      0,
    )
    const existing = plans.get(set)
    if (existing) return existing
    const plan = makePlan(names.filter((name) => filter[name] !== undefined))
    plans.set(set, plan)
    return plan
  }

  function makePlan(wanted: readonly filter[]): Plan<row, filter> {
    const holding = Object.entries<readonly filter[]>(spec.indexes).filter(([, own]) =>
      own.every((name) => wanted.includes(name)),
    )
    const exact = holding.find(([, own]) => own.length === wanted.length)
    if (exact) return { own: source(sql, spec, exact[0], wanted), others: [] }
    const others = holding.map(([index, own]) => ({
      list: source<row, filter>(sql, spec, index, own),
      search: source<row, filter>(sql, spec, index, wanted),
    }))
    return { own: undefined, others }
  }

  /** The rows of an account that match a filter. */
  return (userId: number, filter: ListFilter<filter>): CountedRows<row> => {
    const { own, others } = planOf(filter)
    if (own) return marked(db, own, userId, filter)
    const [shortest] = others
      .map(({ list, search }) => ({ search, total: marked(db, list, userId, filter).total }))
      .sort((a, b) => a.total - b.total)
    return searched(shortest!.search, userId, filter)
  }
}

interface Plan<row, filter extends string> {
  readonly own: Source<row, filter> | undefined
  readonly others: readonly { list: Source<row, filter>; search: Source<row, filter> }[]
}

/** A list with its own index: a mark and a few more rows give its length and the start of any page. */
function marked<row, filter extends string>(
  db: Db,
  { index, own, count, fromNewest, fromMark, after }: Source<row, filter>,
  userId: number,
  filter: ListFilter<filter>,
): CountedRows<row> {
  const marks = listMarks(db)
  const list = own.reduce((name, part) => `${name} ${filter[part]}`, index)
  const { from, to = LATEST } = filter
  const olderThan = (instant: number): number => {
    const { at, rowId, before } = marks.olderThan(userId, list, instant) ?? LIST_START
    return before + count.get({ ...filter, userId, at, rowId, to: instant })!
  }
  const newest = olderThan(to)
  const total = from === undefined ? newest : newest - olderThan(from)
  return {
    total,
    rows({ limit: asked, offset }) {
      const limit = atMost(asked, total - offset)
      const first = newest - 1 - offset
      const mark = offset > MAX_SKIPPED ? marks.atOrBelow(userId, list, first) : undefined
      if (!mark) return fromNewest.all({ ...filter, userId, to, skip: offset, limit })
      const { at, rowId, before } = mark
      return fromMark.all({ ...filter, userId, at, rowId, skip: first - before, limit })
    },
    slices: (limit) => sliced(after, userId, filter, limit),
  }
}

/** A list without its own index: scans a longer one that contains it. */
function searched<row, filter extends string>(
  { count, fromNewest, after }: Source<row, filter>,
  userId: number,
  filter: ListFilter<filter>,
): CountedRows<row> {
  const { from = EARLIEST, to = LATEST } = filter
  const total = count.get({ ...filter, userId, at: from, rowId: 0, to })!
  return {
    total,
    rows({ limit: asked, offset }) {
      const limit = atMost(asked, total - offset)
      return fromNewest.all({ ...filter, userId, to, skip: offset, limit })
    },
    slices: (limit) => sliced(after, userId, filter, limit),
  }
}

/** A row with its position in the list. */
type Placed<row> = row & { readonly place_at: number; readonly place_id: number }

function* sliced<row, filter extends string>(
  after: Reading<[object], Placed<row>>,
  userId: number,
  filter: ListFilter<filter>,
  limit: number,
): Generator<row[]> {
  const { from = EARLIEST, to = LATEST } = filter
  let place = { at: to, rowId: 0 }
  while (true) {
    const rows = after.all({ ...filter, userId, from, ...place, limit })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    place = { at: last.place_at, rowId: last.place_id }
  }
}

/** Clamps to zero: a negative LIMIT means no limit. */
const atMost = (asked: number, left: number): number => Math.max(0, Math.min(asked, left))

/** Starting point of a list without marks. */
const LIST_START = { at: EARLIEST, rowId: 0, before: 0 }

/** Statements on one index for one set of filters. */
interface Source<row, filter extends string> {
  readonly index: string
  /** The filters of the index, in order. */
  readonly own: readonly filter[]
  readonly count: Reading<[object], number>
  readonly fromNewest: Reading<[object], row>
  readonly fromMark: Reading<[object], row>
  /** The rows older than a position. */
  readonly after: Reading<[object], Placed<row>>
}

/** Prepares the statements; filters that are not part of the index are compared row by row. */
function source<row, filter extends string>(
  sql: Sql,
  { table, columns, joins = '', filters, indexes }: ListSpec<filter>,
  index: string,
  wanted: readonly filter[],
): Source<row, filter> {
  const own = indexes[index]!
  // Forced, so that table statistics can never lead to a different plan.
  const rows = `${table} INDEXED BY ${index}`
  const fits = [
    `${table}.user_id = ${hidden(':userId')}`,
    ...wanted.map((name) => {
      const column = `${table}.${filters[name]}`
      return `${own.includes(name) ? '' : '+'}${column} = ${hidden(`:${name}`)}`
    }),
  ].join(' AND ')
  const place = `(${table}.created_at, ${table}.id)`
  const descending = `ORDER BY ${table}.created_at DESC, ${table}.id DESC`
  const ascending = `ORDER BY ${table}.created_at, ${table}.id`

  /** A page starts at the row found by `start`: skipping rows in the index alone avoids the joins. */
  const page = (start: string) =>
    sql.read<[object], row>(`
      SELECT ${columns} FROM ${rows} ${joins}
      WHERE ${fits} AND ${place} <= (
        SELECT ${table}.created_at, ${table}.id FROM ${rows} WHERE ${fits} AND ${start} LIMIT 1 OFFSET ${hidden(':skip')}
      )
      ${descending} LIMIT ${hidden(':limit')}
    `)

  return {
    index,
    own,
    count: sql
      .read<[object], number>(`
        SELECT count(*) FROM ${rows}
        WHERE ${fits} AND ${place} >= (${hidden(':at')}, ${hidden(':rowId')}) AND ${table}.created_at < ${hidden(':to')}
      `)
      .pluck(),
    fromNewest: page(`${table}.created_at < ${hidden(':to')} ${descending}`),
    fromMark: page(`${place} >= (${hidden(':at')}, ${hidden(':rowId')}) ${ascending}`),
    after: sql.read<[object], Placed<row>>(`
      SELECT ${columns}, ${table}.created_at AS place_at, ${table}.id AS place_id FROM ${rows} ${joins}
      WHERE ${fits} AND ${place} < (${hidden(':at')}, ${hidden(':rowId')}) AND ${table}.created_at >= ${hidden(':from')}
      ${descending} LIMIT ${hidden(':limit')}
    `),
  }
}
