import type { TargetHours } from '#contracts/reply-targets.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Targets of an account, or of an assistant that has its own. */
export interface TargetsRow {
  /** 0 for the account. */
  readonly assistant_id: number
  readonly assistant_name: string | null
  readonly first_minutes: number | null
  readonly next_minutes: number | null
  readonly hours: TargetHours
  readonly warn_percent: number
}

type NewTargets = Omit<TargetsRow, 'assistant_name'> & { readonly userId: number }

/** Reports whether a running clock has no target any more. */
const IS_UNTARGETED = `user_id = :userId AND stopped_at IS NULL AND (
  SELECT iif(kind = 'first', first_minutes, next_minutes) FROM reply_targets
  WHERE reply_targets.user_id = :userId AND reply_targets.assistant_id IN (0, (
    SELECT assistant_id FROM conversations WHERE conversations.id = conversation_id
  )) ORDER BY reply_targets.assistant_id DESC LIMIT 1
) IS NULL`

/** All SQL for reply targets. */
export const targetQueries = oncePerDb((sql) => {
  const all = sql.read<[number], TargetsRow>(`
    SELECT assistant_id, assistants.name AS assistant_name, first_minutes, next_minutes, hours, warn_percent
    FROM reply_targets LEFT JOIN assistants ON assistants.id = assistant_id
    WHERE reply_targets.user_id = ? AND (assistant_id = 0 OR assistants.deleted_at IS NULL) ORDER BY assistant_id
  `)
  const accounts = sql
    .read<[], number>(`
      SELECT DISTINCT user_id FROM reply_targets WHERE first_minutes IS NOT NULL OR next_minutes IS NOT NULL
    `)
    .pluck()
  const clear = sql.write<[number]>('DELETE FROM reply_targets WHERE user_id = ?')
  const insert = sql.write<[NewTargets]>(`
    INSERT INTO reply_targets (user_id, assistant_id, first_minutes, next_minutes, hours, warn_percent)
    VALUES (:userId, :assistant_id, :first_minutes, :next_minutes, :hours, :warn_percent)
  `)
  const stopMissed = sql.write<[{ userId: number; now: number }]>(
    `UPDATE reply_clocks SET stopped_at = :now WHERE outcome = 'missed' AND ${IS_UNTARGETED}`,
  )
  const drop = sql.write<[{ userId: number }]>(`DELETE FROM reply_clocks WHERE ${IS_UNTARGETED}`)
  let known: ReadonlySet<number> | undefined

  return {
    /** Targets of the account first, then those of assistants by id. */
    all: (userId: number) => all.all(userId),
    /** Reports whether an account has targets; from memory, because every message asks. */
    isTargeted(userId: number): boolean {
      known ??= new Set(accounts.all())
      return known.has(userId)
    },
    /** Replaces all targets of an account, and drops running clocks that have none any more. */
    replace(
      tx: Tx,
      userId: number,
      rows: readonly Omit<NewTargets, 'userId'>[],
      now: number,
    ): void {
      tx.afterCommit(() => {
        known = undefined
      })
      clear.run(tx, userId)
      for (const row of rows) insert.run(tx, { ...row, userId })
      stopMissed.run(tx, { userId, now })
      drop.run(tx, { userId })
    },
  }
})
