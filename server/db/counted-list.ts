import { hidden } from './hidden.ts'
import { EARLIEST, LATEST, listMarks } from './list-marks.ts'
import type { Db } from './open.ts'

type Value = string | number

/** A list whose length and pages cost the same however long it is. */
export interface ListSpec<filter extends string> {
  /** Table of the rows; it has `user_id`, `created_at` and `id`, and triggers that keep marks (migration 0006). */
  readonly table: string
  /** What a row shows: a select list, and the joins that it needs. */
  readonly columns: string
  readonly joins?: string
  /** The column that each filter compares. */
  readonly filters: Readonly<Record<filter, string>>
  /** The indexes that have marks, each with its filters in the order of its columns. */
  readonly indexes: Readonly<Record<string, readonly filter[]>>
}

/** What a list is narrowed to: values of its filters, and instants in ms, `to` not included. */
export type ListFilter<filter extends string> = {
  readonly [name in filter]?: Value | undefined
} & {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Rows of a list that fit, newest first. */
export interface CountedRows<row> {
  /** How many there are, always exact. */
  readonly total: number
  /** Reads `limit` of them after the first `offset`. */
  rows(slice: { readonly limit: number; readonly offset: number }): row[]
}

/** As many rows from the newest are stepped over rather than looked up: a mark is not nearer on average. */
const NEAR = 128

/** Makes the reader of one list; its statements are prepared when a set of filters is first asked for. */
export function countedList<row, filter extends string>(db: Db, spec: ListSpec<filter>) {
  const marks = listMarks(db)
  const names = Object.keys(spec.filters) as filter[]
  const made = new Map<string, ReturnType<typeof statements<row, filter>>>()

  function statementsOf(index: string, filters: readonly filter[]) {
    const key = `${index} ${filters.join(' ')}`
    const existing = made.get(key) ?? statements<row, filter>(db, spec, index, filters)
    made.set(key, existing)
    return existing
  }

  /** The list of one index: a mark and a few steps give its length and the start of every page. */
  function marked(index: string, userId: number, filter: ListFilter<filter>): CountedRows<row> {
    const own = spec.indexes[index]!
    const { count, fromNewest, fromMark } = statementsOf(index, own)
    const list = [index, ...own.map((name) => filter[name])].join(' ')
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
        const limit = Math.min(asked, total - offset)
        const first = newest - 1 - offset
        const mark = offset > NEAR ? marks.atOrBelow(userId, list, first) : undefined
        if (!mark) return fromNewest.all({ ...filter, userId, to, skip: offset, limit })
        const { at, rowId, before } = mark
        return fromMark.all({ ...filter, userId, at, rowId, skip: first - before, limit })
      },
    }
  }

  /** A set of filters without marks: the shortest list that holds all of it is gone through. */
  function searched(userId: number, filter: ListFilter<filter>, wanted: readonly filter[]) {
    const [index] = Object.keys(spec.indexes)
      .filter((name) => spec.indexes[name]!.every((part) => wanted.includes(part)))
      .map((name) => [name, marked(name, userId, filter).total] as const)
      .sort(([, a], [, b]) => a - b)[0]!
    const { count, fromNewest } = statementsOf(index, wanted)
    const { from = EARLIEST, to = LATEST } = filter
    const total = count.get({ ...filter, userId, at: from, rowId: 0, to })!
    return {
      total,
      rows: ({ limit, offset }: { limit: number; offset: number }) =>
        fromNewest.all({
          ...filter,
          userId,
          to,
          skip: offset,
          limit: Math.min(limit, total - offset),
        }),
    }
  }

  /** The rows of an account that fit a filter. */
  return (userId: number, filter: ListFilter<filter>): CountedRows<row> => {
    const wanted = names.filter((name) => filter[name] !== undefined)
    const index = Object.keys(spec.indexes).find(
      (name) =>
        spec.indexes[name]!.length === wanted.length &&
        spec.indexes[name]!.every((part) => wanted.includes(part)),
    )
    return index === undefined ? searched(userId, filter, wanted) : marked(index, userId, filter)
  }
}

/** Where a list without marks is counted from. */
const BEGINNING = { at: EARLIEST, rowId: 0, before: 0 }

/** What is asked of one index for one set of filters; those that are not the index's own are compared row by row. */
function statements<row, filter extends string>(
  db: Db,
  { table, columns, joins = '', filters, indexes }: ListSpec<filter>,
  index: string,
  wanted: readonly filter[],
) {
  // Named, so that statistics of the table can never lead to another plan.
  const source = `${table} INDEXED BY ${index}`
  const fits = [
    `${table}.user_id = ${hidden(':userId')}`,
    ...wanted.map((name) => {
      const column = `${table}.${filters[name]}`
      return `${indexes[index]!.includes(name) ? '' : '+'}${column} = ${hidden(`:${name}`)}`
    }),
  ].join(' AND ')
  const place = `(${table}.created_at, ${table}.id)`
  const descending = `ORDER BY ${table}.created_at DESC, ${table}.id DESC`
  const ascending = `ORDER BY ${table}.created_at, ${table}.id`

  /** A page begins at the row that `start` finds: stepping over rows in the index alone costs no joins. */
  const page = (start: string) =>
    db.prepare<[object], row>(`
      SELECT ${columns} FROM ${source} ${joins}
      WHERE ${fits} AND ${place} <= (
        SELECT ${table}.created_at, ${table}.id FROM ${source} WHERE ${fits} AND ${start} LIMIT 1 OFFSET ${hidden(':skip')}
      )
      ${descending} LIMIT ${hidden(':limit')}
    `)

  return {
    count: db
      .prepare<[object], number>(`
        SELECT count(*) FROM ${source}
        WHERE ${fits} AND ${place} >= (${hidden(':at')}, ${hidden(':rowId')}) AND ${table}.created_at < ${hidden(':to')}
      `)
      .pluck(),
    fromNewest: page(`${table}.created_at < ${hidden(':to')} ${descending}`),
    fromMark: page(`${place} >= (${hidden(':at')}, ${hidden(':rowId')}) ${ascending}`),
  }
}
