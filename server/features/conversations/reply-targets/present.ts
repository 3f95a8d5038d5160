import type { ReplyDue } from '#contracts/reply-due.ts'
import { type ReplyTargets, WARN_PERCENT } from '#contracts/reply-targets.ts'
import { toIso } from '../../../db/time.ts'
import type { DueRow } from './clock-queries.ts'
import type { TargetsRow } from './queries.ts'

/** When a reply is due. */
export const presentDue = ({ kind, since, warn_at, due_at }: DueRow): ReplyDue => ({
  kind,
  since: toIso(since),
  warn_at: toIso(warn_at),
  due_at: toIso(due_at),
})

/** The targets of an account; without rows, there are none. */
export function presentTargets(rows: readonly TargetsRow[]): ReplyTargets {
  const account = rows.find(({ assistant_id }) => assistant_id === 0)
  return {
    ...targetsOf(account),
    warn_percent: account?.warn_percent ?? WARN_PERCENT,
    overrides: rows.flatMap((row) =>
      row.assistant_id === 0
        ? []
        : [
            {
              ...targetsOf(row),
              assistant_id: row.assistant_id,
              assistant_name: row.assistant_name!,
            },
          ],
    ),
  }
}

const targetsOf = (row: TargetsRow | undefined) => ({
  first_reply_minutes: row?.first_minutes ?? null,
  next_reply_minutes: row?.next_minutes ?? null,
  hours: row?.hours ?? 'office',
})
