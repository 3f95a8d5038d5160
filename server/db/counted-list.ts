import { hidden } from './hidden.ts'
import { EARLIEST, LATEST, listMarks } from './list-marks.ts'
import type { Db } from './open.ts'
import type { Reading, Sql } from './sql.ts'

type Value = string | number

/** A list whose length and pages cost the same however long it is. */
export interface ListSpec<filter extends string> {
  /** Table of the rows; it has `user_id`, `created_at` and `id`, and triggers that keep marks. */
  readonly table: string
  /** Columns of a row: a select list, and its joins. */
  readonly columns: string
  readonly joins?: string
  /** The column that each filter compares. */
  readonly filters: Readonly<Record<filter, string>>
  /** The indexes that have marks, each with its filters in the order of its columns. */
  readonly indexes: Readonly<Record<string, readonly filter[]>>
}

/** Filter of a list: values, and instants in ms, `to` excluded. */
export type ListFilter<filter extends string> = {
  readonly [name in filter]?: Value | undefined
} & {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Rows of a list that fit, newest first. */
export interface CountedRows<row> {
  /** Number of rows, always exact. */
  readonly total: number
  /** Reads `limit` of them after the first `offset`. */
  rows(slice: { readonly limit: number; readonly offset: number }): row[]
  /**
   * Reads all of them, `limit` at once and each slice when it is asked for: after the last row that was read, so that
   * rows which come and go in between neither repeat nor hide another one.
   */
  slices(limit: number): Generator<row[]>
}

/** A list in which nothing is. */
export const NO_ROWS: CountedRows<never> = {
  total: 0,
  rows: () => [],
  slices: function* () {},
}

/** As many rows from the newest are stepped over rather than looked up: a mark is not nearer on average. */
const NEAR = 128

/** Makes the reader of one list; its statements are prepared when a set of filters is first asked for. */
export function countedList<row, filter extends string>(sql: Sql, db: Db, spec: ListSpec<filter>) {
  const names = Object.keys(spec.filters) as filter[]
  const plans = new Map<number, Plan<row, filter>>()

  /** Index for a set of filters: its own, or the shortest of those that contain it. */
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

  /** The rows of an account that fit a filter. */
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

/** The list of one index: a mark and a few steps give its length and the start of every page. */
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
    const { at, rowId, before } = marks.olderThan(userId, list, instant) ?? BEGINNING
    return before + count.get({ ...filter, userId, at, rowId, to: instant })!
  }
  const newest = olderThan(to)
  const total = from === undefined ? newest : newest - olderThan(from)
  return {
    total,
    rows({ limit: asked, offset }) {
      const limit = atMost(asked, total - offset)
      const first = newest - 1 - offset
      const mark = offset > NEAR ? marks.atOrBelow(userId, list, first) : undefined
      if (!mark) return fromNewest.all({ ...filter, userId, to, skip: offset, limit })
      const { at, rowId, before } = mark
      return fromMark.all({ ...filter, userId, at, rowId, skip: first - before, limit })
    },
    slices: (limit) => sliced(after, userId, filter, limit),
  }
}

/** A set of filters without a list of its own: a list that holds it is gone through. */
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

/** A row with its place in the list. */
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

/** A LIMIT below zero would be none at all. */
const atMost = (asked: number, left: number): number => Math.max(0, Math.min(asked, left))

/** Starting point of a list without marks. */
const BEGINNING = { at: EARLIEST, rowId: 0, before: 0 }

/** One index and the statements that go through it for one set of filters. */
interface Source<row, filter extends string> {
  readonly index: string
  /** The index's filters, in its order. */
  readonly own: readonly filter[]
  readonly count: Reading<[object], number>
  readonly fromNewest: Reading<[object], row>
  readonly fromMark: Reading<[object], row>
  /** The rows that are older than a place. */
  readonly after: Reading<[object], Placed<row>>
}

/** Query on one index for one set of filters; those that are not the index's own are compared row by row. */
function source<row, filter extends string>(
  sql: Sql,
  { table, columns, joins = '', filters, indexes }: ListSpec<filter>,
  index: string,
  wanted: readonly filter[],
): Source<row, filter> {
  const own = indexes[index]!
  // Named, so that statistics of the table can never lead to another plan.
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

  /** A page begins at the row that `start` finds: stepping over rows in the index alone costs no joins. */
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
