import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { ReportDimension } from '#contracts/reports.ts'
import type { Db } from '../../db/open.ts'
import { type Named, reportQueries } from './queries.ts'

/** Local time at which a conversation started: the hour, and the weekday from 1 for Monday. */
export interface LocalStart {
  readonly hour: number
  readonly weekday: number
}

/**
 * A way to break conversations down. To add one: its name in `ReportDimension`, its key in `queries.ts`, and a filter of the
 * inbox for its rows.
 */
interface Dimension {
  /** Key of a conversation's row, if it depends on local time. */
  readonly keyAt?: (start: LocalStart) => string
  /** Filter of the inbox for a row. */
  readonly filterOf: (key: string) => InboxFilter
  readonly names?: (db: Db, userId: number) => readonly Named[]
  /** Keys of all rows in their order; without them, rows are those with conversations, most first. */
  readonly all?: readonly string[]
}

export const DIMENSIONS: Readonly<Record<ReportDimension, Dimension>> = {
  person: {
    filterOf: (key) => ({ assignee: key }),
    names: (db, userId) => reportQueries(db).people(userId),
  },
  team: {
    filterOf: (key) => ({ team: key }),
    names: (db, userId) => reportQueries(db).teams(userId),
  },
  assistant: {
    filterOf: (key) => ({ assistant_id: Number(key) }),
    names: (db, userId) => reportQueries(db).assistants(userId),
  },
  label: {
    filterOf: (key) => ({ labels: key }),
    names: (db, userId) => reportQueries(db).labels(userId),
  },
  channel: {
    filterOf: (key) => ({ type: key as NonNullable<InboxFilter['type']> }),
  },
  weekday: {
    keyAt: ({ weekday }) => String(weekday),
    filterOf: (key) => ({ started_weekday: key }),
    all: ['1', '2', '3', '4', '5', '6', '7'],
  },
  hour: {
    keyAt: ({ hour }) => String(hour),
    filterOf: (key) => ({ started_hour: key }),
    all: Array.from({ length: 24 }, (_, hour) => String(hour)),
  },
}
