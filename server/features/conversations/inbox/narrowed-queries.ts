import type { InboxCount } from '#contracts/inbox.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Reading } from '../../../db/sql.ts'
import type { InboxCursor, WaitCursor } from './cursor.ts'
import { conditionsOf, parametersOf } from './narrowed-conditions.ts'
import { isByStart, type Narrowing } from './narrowing.ts'

/** Position of a conversation in the inbox. */
export interface Place {
  readonly id: number
  readonly updated_at: number
}

/** Position among those who wait. */
export interface WaitingPlace {
  readonly id: number
  readonly since: number
}

/** Labels and starts with at most this many conversations are read in full and sorted, instead of filtering an ordered index scan. */
const MAX_SORTED = 2000

/** Counting without a counter stops here. */
export const MAX_COUNT = 10_000

/** Counting at a fixed price looks at this many rows. */
const MAX_LOOKED = 2000

/** The rows of a query: parts of its SQL. */
interface Source {
  readonly from: string
  readonly where: string
}

/** An index in inbox order, and the condition on its rows; the most selective ones come first. */
interface Order {
  readonly index: string
  readonly fits: (narrowing: Narrowing) => boolean
  readonly equals?: string
}

const ORDERS: readonly Order[] = [
  {
    index: 'conversations_needing',
    fits: ({ needsPerson }) => needsPerson === true,
    equals: 'needs_person = 1',
  },
  {
    index: 'conversations_awaiting',
    fits: ({ awaiting }) => awaiting === true,
    equals: 'awaiting_reply_since IS NOT NULL',
  },
  {
    index: 'conversations_unread',
    fits: ({ unread }) => unread === true,
    equals: 'unread_count > 0',
  },
  {
    index: 'conversations_by_assignee',
    fits: ({ assigneeId }) => assigneeId !== undefined && assigneeId > 0,
    equals: `assignee_id = ${hidden(':assigneeId')} AND assignee_id IS NOT NULL`,
  },
  {
    index: 'conversations_by_team',
    fits: ({ team }) => typeof team === 'number',
    equals: `team_id = ${hidden(':team')} AND team_id IS NOT NULL`,
  },
  {
    index: 'conversations_by_state',
    fits: ({ state }) => state === 'open' || state === 'snoozed',
    equals: `inbox_state = ${hidden(':state')}`,
  },
  {
    index: 'conversations_by_assistant_activity',
    fits: ({ assistantId }) => assistantId !== undefined,
    equals: `assistant_id = ${hidden(':assistantId')}`,
  },
  {
    index: 'conversations_by_state',
    fits: ({ state }) => state !== undefined,
    equals: `inbox_state = ${hidden(':state')}`,
  },
  { index: 'conversations_by_activity', fits: () => true },
]

/** Rows that started in a period, before the other conditions. */
const ROWS_STARTED: Source = {
  from: 'conversations INDEXED BY conversations_reported',
  where: `user_id = ${hidden(':userId')} AND created_at >= ${hidden(':startedFrom')} AND created_at < ${hidden(':startedTo')}`,
}

/** Inbox queries for any filter: pages, counts, and membership of a conversation. */
export const narrowedQueries = oncePerDb((sql) => {
  const statements = new Map<string, Reading<[object], unknown>>()
  const labelled = sql
    .read<[number, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM conversation_labels WHERE label_id = ? LIMIT ?)',
    )
    .pluck()

  function prepared<row>(text: string): Reading<[object], row> {
    const existing = statements.get(text)
    if (existing) return existing as Reading<[object], row>
    const statement = sql.read<[object], row>(text)
    statements.set(text, statement)
    return statement
  }

  /** Chooses the most selective source of the rows. */
  function source(narrowing: Narrowing): Source {
    const labelledRows = rowsOfLabel(narrowing)
    if (labelledRows) return labelledRows
    if (
      isByStart(narrowing) &&
      countOf(rowsByStart(narrowing), narrowing, MAX_SORTED) <= MAX_SORTED
    )
      return rowsByStart(narrowing)
    const mentioned = rowsMentioned(narrowing)
    if (mentioned) return mentioned
    const { from, where } = rowsInOrder(narrowing)
    return { from, where: [where, ...conditionsOf(narrowing)].join(' AND ') }
  }

  /** Rows in inbox order from the most selective index, before the other conditions. */
  function rowsInOrder(narrowing: Narrowing): Source {
    const { index, equals } = ORDERS.find(({ fits }) => fits(narrowing))!
    return {
      from: `conversations INDEXED BY ${index}`,
      where: [
        `user_id = ${hidden(':userId')}`,
        ...(equals ? [equals] : []),
        // Nothing is last active before it starts: the scan can end there.
        ...(narrowing.startedFrom === undefined ? [] : ['updated_at >= :startedFrom']),
      ].join(' AND '),
    }
  }

  /** The rows of a label that few have; undefined if the filter has no such label. */
  function rowsOfLabel(narrowing: Narrowing): Source | undefined {
    const [label] = narrowing.labelIds
    if (label === undefined || labelled.get(label, MAX_SORTED + 1)! > MAX_SORTED) return undefined
    return {
      from: 'conversations NOT INDEXED',
      where: [
        'id IN (SELECT conversation_id FROM conversation_labels WHERE label_id = :label0)',
        '+user_id = :userId',
        ...conditionsOf(narrowing),
      ].join(' AND '),
    }
  }

  /** The rows that mention the operator; undefined if the filter does not ask. Those of 90 days are few: they are read in full and sorted. */
  function rowsMentioned(narrowing: Narrowing): Source | undefined {
    if (narrowing.mention === undefined) return undefined
    return {
      from: 'conversations NOT INDEXED',
      where: ['+user_id = :userId', ...conditionsOf(narrowing)].join(' AND '),
    }
  }

  /** Rows in the order of their start, from an index with the columns of most conditions. */
  function rowsByStart(narrowing: Narrowing): Source {
    const { from, where } = ROWS_STARTED
    return { from, where: [where, ...conditionsOf(narrowing)].join(' AND ') }
  }

  /** Number of matches, at most `limit` plus one. */
  function countOf({ from, where }: Source, narrowing: Narrowing, limit: number): number {
    return prepared<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${limit + 1})`,
    ).get(parametersOf(narrowing))!.count
  }

  /** Rows in inbox order within the range of the last activity, newest first. */
  function rowsActive(narrowing: Narrowing): Source {
    const { from, where } = rowsInOrder(narrowing)
    const range = [
      where,
      ...(narrowing.from === undefined ? [] : ['updated_at >= :from']),
      ...(narrowing.to === undefined ? [] : ['updated_at < :to']),
    ].join(' AND ')
    return { from, where: `${range} ORDER BY updated_at DESC, id DESC` }
  }

  /** Number of matches among the first rows of a source; a lower bound if it has more. */
  function countFirst({ from, where }: Source, narrowing: Narrowing): InboxCount {
    const { looked, count } = prepared<{ looked: number; count: number }>(`
      SELECT count(*) AS looked, ifnull(sum(fits), 0) AS count FROM (
        SELECT ${conditionsOf(narrowing).join(' AND ')} AS fits FROM ${from} WHERE ${where} LIMIT ${MAX_LOOKED + 1}
      )
    `).get(parametersOf(narrowing))!
    return { count, is_more: looked > MAX_LOOKED }
  }

  return {
    /** Those who wait, longest waiting first, after the cursor. */
    waiting(narrowing: Narrowing, { since, id }: WaitCursor, limit: number): WaitingPlace[] {
      const { from, where } = rowsOfLabel(narrowing) ?? {
        from: 'conversations INDEXED BY conversations_by_wait',
        where: [`user_id = ${hidden(':userId')}`, ...conditionsOf(narrowing)].join(' AND '),
      }
      return prepared<WaitingPlace>(`
        SELECT id, awaiting_reply_since AS since FROM ${from}
        WHERE ${where} AND awaiting_reply_since IS NOT NULL AND (awaiting_reply_since, id) > (:since, :id)
        ORDER BY awaiting_reply_since, id LIMIT :limit
      `).all({ ...parametersOf(narrowing), since, id, limit })
    },
    /** Those in which a reply is due, the earliest first, after the cursor. */
    due(narrowing: Narrowing, { since, id }: WaitCursor, limit: number): WaitingPlace[] {
      return prepared<WaitingPlace>(`
        SELECT conversations.id, due_at AS since FROM (
          SELECT conversation_id, due_at FROM reply_clocks INDEXED BY reply_clocks_by_due
          WHERE user_id = ${hidden(':userId')} AND stopped_at IS NULL AND (due_at, conversation_id) > (:since, :id)
        ) AS clocks CROSS JOIN conversations NOT INDEXED ON conversations.id = clocks.conversation_id
        WHERE ${conditionsOf(narrowing).join(' AND ')}
        ORDER BY due_at, clocks.conversation_id LIMIT :limit
      `).all({ ...parametersOf(narrowing), since, id, limit })
    },
    /** Rows by latest activity, after the cursor. */
    page(narrowing: Narrowing, { updatedAt, id }: InboxCursor, limit: number): Place[] {
      const { from, where } = source(narrowing)
      return prepared<Place>(`
        SELECT id, updated_at FROM ${from}
        WHERE ${where} AND (updated_at, id) < (:updatedAt, :id)
        ORDER BY updated_at DESC, id DESC LIMIT :limit
      `).all({ ...parametersOf(narrowing), updatedAt, id, limit })
    },
    /** Number of matches, at most `MAX_COUNT` plus one; all of them if they are filtered by start. */
    count: (narrowing: Narrowing): number =>
      isByStart(narrowing)
        ? countOf(rowsByStart(narrowing), narrowing, Number.MAX_SAFE_INTEGER - 1)
        : countOf(source(narrowing), narrowing, MAX_COUNT),
    /** Number of matches among the newest rows of the index that the filter uses; a lower bound if it has more rows. */
    countNewest(narrowing: Narrowing): InboxCount {
      const few = rowsOfLabel(narrowing) ?? rowsMentioned(narrowing)
      if (few) return countFirst(few, narrowing)
      const newest = countFirst(rowsActive(narrowing), narrowing)
      if (!newest.is_more || !isByStart(narrowing)) return newest
      // What started in a period may be older than all of these.
      const started = countFirst(
        { ...ROWS_STARTED, where: `${ROWS_STARTED.where} ORDER BY created_at DESC` },
        narrowing,
      )
      return started.is_more && started.count < newest.count ? newest : started
    },
    /** The given conversations that match. */
    matchingOf(narrowing: Narrowing, ids: readonly number[]): Set<number> {
      const where = ['+user_id = :userId', ...conditionsOf(narrowing)].join(' AND ')
      const rows = prepared<{ id: number }>(
        `SELECT id FROM conversations NOT INDEXED WHERE id IN (SELECT value FROM json_each(:ids)) AND ${where}`,
      ).all({ ...parametersOf(narrowing), ids: JSON.stringify(ids) })
      return new Set(rows.map(({ id }) => id))
    },
  }
})
