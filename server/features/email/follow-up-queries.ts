import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** When an assistant's unseen replies are sent. */
interface FollowUpRow {
  readonly assistant_id: number
  readonly name: string
  readonly is_on: number
  readonly minutes: number
}

/** All SQL for when assistants write email. */
export const followUpQueries = oncePerDb((sql) => {
  const all = sql.read<[number], FollowUpRow>(`
    SELECT assistants.id AS assistant_id, name, coalesce(is_on, 1) AS is_on, coalesce(minutes, 3) AS minutes
    FROM assistants LEFT JOIN email_follow_ups ON assistant_id = assistants.id
    WHERE user_id = ? AND deleted_at IS NULL ORDER BY assistants.id
  `)
  const isOff = sql
    .read<[number], number>('SELECT 1 FROM email_follow_ups WHERE assistant_id = ? AND is_on = 0')
    .pluck()
  const save = sql.write<[{ userId: number; id: number; isOn: number; minutes: number }]>(`
    INSERT INTO email_follow_ups (assistant_id, is_on, minutes)
    SELECT id, :isOn, :minutes FROM assistants WHERE id = :id AND user_id = :userId AND deleted_at IS NULL
    ON CONFLICT DO UPDATE SET is_on = :isOn, minutes = :minutes
  `)

  return {
    all: (userId: number) => all.all(userId),
    /** Reports whether an assistant's unseen replies are sent. */
    isOn: (assistantId: number) => isOff.get(assistantId) === undefined,
    /** False if the account has no such assistant. */
    save: (
      tx: Tx,
      userId: number,
      id: number,
      { is_on, minutes }: { is_on: boolean; minutes: number },
    ) => save.run(tx, { userId, id, isOn: is_on ? 1 : 0, minutes }).changes === 1,
  }
})
