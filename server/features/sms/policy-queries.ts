import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** An account's rules for outgoing messages. */
export interface PolicyRow {
  /** JSON array of two-letter codes; null for the countries of its own numbers. */
  readonly countries: string | null
  readonly daily_cap: number
}

/** Messages to one country since a given time. */
interface Sent {
  readonly userId: number
  readonly country: string
  readonly since: number
  readonly cap: number
}

/** All SQL for SMS destinations. */
export const policyQueries = oncePerDb((sql) => {
  const find = sql.read<[number], Pick<PolicyRow, 'daily_cap'>>(
    'SELECT daily_cap FROM sms_policies WHERE user_id = ?',
  )
  const save = sql.write<[PolicyRow & { userId: number }]>(`
    INSERT INTO sms_policies (user_id, countries, daily_cap) VALUES (:userId, :countries, :daily_cap)
    ON CONFLICT DO UPDATE SET countries = :countries, daily_cap = :daily_cap
  `)
  const filling = sql
    .read<[Sent], number>(`
      SELECT created_at FROM sms_messages
      WHERE user_id = :userId AND to_country = :country AND created_at > :since
      ORDER BY created_at DESC LIMIT 1 OFFSET :cap - 1
    `)
    .pluck()

  return {
    find: (userId: number) => find.get(userId),
    save: (tx: Tx, userId: number, policy: PolicyRow) => save.run(tx, { userId, ...policy }),
    /** Send time of the message that fills a cap; undefined if the cap is not reached. */
    filling: (sent: Sent) => filling.get(sent),
  }
})
