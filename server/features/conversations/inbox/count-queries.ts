import type { InboxViews } from '#contracts/inbox.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { isShown } from '../labels/shown.ts'
import { isByStart, type Narrowing } from './narrowing.ts'

/** Columns of `inbox_counts` that a filter may use, with the value to compare. */
const DIMENSIONS: Readonly<Record<string, (narrowing: Narrowing) => string | number | undefined>> =
  {
    state: ({ state }) => state,
    assignee_id: ({ assigneeId }) => assigneeId,
    is_awaiting: ({ awaiting }) => (awaiting ? 1 : undefined),
    needs_person: ({ needsPerson }) => needsPerson && 1,
    is_ai_only: ({ aiOnly }) => aiOnly && 1,
    is_unread: ({ unread }) => unread && 1,
    assistant_id: ({ assistantId }) => assistantId,
    type: ({ type }) => type,
    ai_mode: ({ mode }) => mode,
  }

interface TeamCount {
  readonly id: number
  readonly count: number
}

/** Reports whether the counters cover a filter. */
export function isCounted(narrowing: Narrowing): boolean {
  const { labelIds, unlabelled, team, hasEmail, mention, from, to, counted } = narrowing
  const isOther = [team, mention, from, to, counted].some((value) => value !== undefined)
  return labelIds.length <= 1 && !unlabelled && !hasEmail && !isOther && !isByStart(narrowing)
}

/** Conversation counts by kind: sums over counters that triggers maintain. */
export const countQueries = oncePerDb((sql) => {
  const views = sql.read<[{ userId: number; me: number }], InboxViews & { unread: number }>(`
    SELECT
      ifnull(sum(count) FILTER (WHERE state = 'open'), 0) AS open,
      ifnull(sum(count) FILTER (WHERE state = 'open' AND assignee_id = :me), 0) AS mine,
      ifnull(sum(count) FILTER (WHERE state = 'open' AND assignee_id = 0), 0) AS unassigned,
      ifnull(sum(count) FILTER (WHERE state = 'open' AND is_awaiting = 1), 0) AS unanswered,
      ifnull(sum(count) FILTER (WHERE state = 'open' AND needs_person = 1), 0) AS needs_person,
      ifnull(sum(count) FILTER (WHERE state = 'open' AND is_ai_only = 1), 0) AS ai_only,
      ifnull(sum(count) FILTER (WHERE state = 'snoozed'), 0) AS snoozed,
      ifnull(sum(count) FILTER (WHERE state = 'ended'), 0) AS ended,
      ifnull(sum(count), 0) AS "all",
      ifnull(sum(count) FILTER (WHERE state = 'open' AND is_unread = 1 AND type <> 'test'), 0) AS unread
    FROM inbox_counts WHERE user_id = :userId AND label_id = 0
  `)
  const teams = sql.read<[number, number], TeamCount>(`
    SELECT id, (
      SELECT count(*) FROM (
        SELECT 1 FROM conversations INDEXED BY conversations_open_by_team
        WHERE team_id = teams.id AND team_id IS NOT NULL AND inbox_state = 'open' LIMIT ?
      )
    ) AS count FROM teams WHERE user_id = ?
  `)
  const matching = sql
    .read<[Record<string, unknown>], number>(`
      SELECT ifnull(sum(count), 0) FROM inbox_counts
      WHERE user_id = :userId AND label_id = :label AND ${isShown(':label')}
        ${Object.keys(DIMENSIONS)
          .map((name) => `AND (:${name} IS NULL OR ${name} = :${name})`)
          .join(' ')}
    `)
    .pluck()

  return {
    views: (userId: number, me: number) => views.get({ userId, me })!,
    /** Number of open conversations of each team, counted up to a limit. */
    teams: (userId: number, limit: number) => teams.all(limit, userId),
    /** Number of matches of a filter covered by the counters. */
    matching(narrowing: Narrowing): number {
      const values = Object.entries(DIMENSIONS).map(([name, of]) => [name, of(narrowing) ?? null])
      return matching.get({
        userId: narrowing.userId,
        label: narrowing.labelIds[0] ?? 0,
        ...Object.fromEntries(values),
      })!
    },
  }
})
