import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A bot as the account set it up; its token is encrypted by the vault. */
interface BotSettings {
  readonly sender_id: number
  /** Id at the service. */
  readonly bot_id: number
  readonly url: string
  readonly token: string
}

/** A bot with how far its updates have been read. Times in ms. */
export interface BotRow extends BotSettings {
  readonly next_update: number | null
  readonly advanced_at: number | null
  readonly connected_at: number | null
  readonly failing_since: number | null
  readonly error: StoredFault | null
  readonly is_paused: number
  readonly ignored: number
  readonly ignored_at: number | null
  readonly ignored_reason: StoredFault | null
  readonly saved_at: number
}

interface Failure {
  readonly id: number
  readonly error: StoredFault
  readonly isPaused: number
  readonly now: number
}

/** All SQL for bots. */
export const botQueries = oncePerDb((sql) => {
  const polled = sql.read<[], BotRow>('SELECT * FROM messenger_bots WHERE is_paused = 0')
  const find = sql.read<[number], BotRow>('SELECT * FROM messenger_bots WHERE sender_id = ?')
  const byBotId = sql.read<[number], BotRow & { readonly user_id: number }>(`
    SELECT messenger_bots.*, messenger_senders.user_id FROM messenger_bots
    JOIN messenger_senders ON messenger_senders.id = messenger_bots.sender_id WHERE bot_id = ?
  `)
  const save = sql.write<[BotSettings & { now: number }]>(`
    INSERT INTO messenger_bots (sender_id, bot_id, url, token, saved_at)
    VALUES (:sender_id, :bot_id, :url, :token, :now)
    ON CONFLICT (sender_id) DO UPDATE SET
      url = :url, token = :token, connected_at = NULL, failing_since = NULL, error = NULL, is_paused = 0, saved_at = :now
  `)
  const remove = sql.write<[number]>('DELETE FROM messenger_bots WHERE sender_id = ?')
  const advance = sql.write<[{ id: number; next: number; now: number }]>(
    'UPDATE messenger_bots SET next_update = :next, advanced_at = :now WHERE sender_id = :id',
  )
  const ignored = sql.write<[{ id: number; reason: StoredFault; now: number }]>(`
    UPDATE messenger_bots SET ignored = ignored + 1, ignored_at = :now, ignored_reason = :reason WHERE sender_id = :id
  `)
  const connected = sql.write<[{ id: number; now: number }]>(`
    UPDATE messenger_bots SET connected_at = coalesce(connected_at, :now), failing_since = NULL, error = NULL
    WHERE sender_id = :id
  `)
  const failed = sql.write<[Failure]>(`
    UPDATE messenger_bots SET
      connected_at = NULL, failing_since = coalesce(failing_since, :now), error = :error, is_paused = :isPaused
    WHERE sender_id = :id AND (error IS NOT :error OR is_paused <> :isPaused)
  `)

  return {
    /** All that updates are fetched of. */
    polled: () => polled.all(),
    find: (senderId: number) => find.get(senderId),
    /** A bot by the service's id, with its account. */
    byBotId: (botId: number) => byBotId.get(botId),
    save: (tx: Tx, settings: BotSettings, now: Date) =>
      save.run(tx, { ...settings, now: now.getTime() }),
    remove: (tx: Tx, senderId: number) => remove.run(tx, senderId),
    /** Records that an update was dealt with. */
    advance: (tx: Tx, id: number, update: number, now: Date) =>
      advance.run(tx, { id, next: update + 1, now: now.getTime() }),
    /** Counts an update that became no message. */
    ignored: (tx: Tx, id: number, reason: StoredFault, now: Date) =>
      ignored.run(tx, { id, reason, now: now.getTime() }),
    /** Records that updates are fetched. */
    connected: (tx: Tx, id: number, now: Date) => connected.run(tx, { id, now: now.getTime() }),
    /** Records why they cannot be fetched; false if that was known. */
    failed: (tx: Tx, id: number, error: StoredFault, isPaused: boolean, now: Date) =>
      failed.run(tx, { id, error, isPaused: isPaused ? 1 : 0, now: now.getTime() }).changes === 1,
  }
})
