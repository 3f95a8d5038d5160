import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'
import { secretQueries, senderSecretName } from '../../webhooks/secret-queries.ts'

/** A stored sender, without its secret. Times are milliseconds. */
export interface SenderRow {
  readonly id: number
  readonly user_id: number
  /** Null for a number that Parley does not know, or one that was deleted. */
  readonly phone_number_id: number | null
  /** E.164. */
  readonly phone_number: string
  readonly display_name: string
  /** Name of the channel that carries its messages. */
  readonly channel: string
  readonly assistant_id: number | null
  readonly status: 'online' | 'offline'
  readonly quality_rating: 'GREEN' | 'YELLOW' | 'RED'
  readonly messaging_limit: number | null
  readonly read_receipts_webhook_url: string | null
  readonly created_at: number
}

/** Columns set by the operator. */
export type SenderFields = Pick<
  SenderRow,
  | 'phone_number_id'
  | 'phone_number'
  | 'display_name'
  | 'assistant_id'
  | 'status'
  | 'read_receipts_webhook_url'
>

type NewSender = SenderFields &
  Pick<SenderRow, 'user_id' | 'channel' | 'quality_rating' | 'messaging_limit' | 'created_at'>

const COLUMNS = `
  id, user_id, phone_number_id, phone_number, display_name, channel, assistant_id, status, quality_rating,
  messaging_limit, read_receipts_webhook_url, created_at
`

/** All SQL for senders; deleted ones are kept for their conversations. */
export const senderQueries = oncePerDb((sql, db) => {
  const all = sql.read<[number], SenderRow>(
    `SELECT ${COLUMNS} FROM messenger_senders WHERE user_id = ? AND deleted_at IS NULL ORDER BY id`,
  )
  const find = sql.read<[number, number], SenderRow>(
    `SELECT ${COLUMNS} FROM messenger_senders WHERE id = ? AND user_id = ? AND deleted_at IS NULL`,
  )
  const byId = sql.read<[number], SenderRow>(
    `SELECT ${COLUMNS} FROM messenger_senders WHERE id = ?`,
  )
  const isUsed = sql
    .read<[number, string, number], number>(`
      SELECT 1 FROM messenger_senders
      WHERE user_id = ? AND phone_number = ? AND deleted_at IS NULL AND id <> ?
    `)
    .pluck()
  const byNumber = sql.read<[string, string], SenderRow>(
    `SELECT ${COLUMNS} FROM messenger_senders WHERE channel = ? AND phone_number = ? AND deleted_at IS NULL`,
  )
  const insert = sql.write<[NewSender], SenderRow>(`
    INSERT INTO messenger_senders (
      user_id, phone_number_id, phone_number, display_name, channel, assistant_id, status, quality_rating,
      messaging_limit, read_receipts_webhook_url, webhook_secret, created_at
    ) VALUES (
      :user_id, :phone_number_id, :phone_number, :display_name, :channel, :assistant_id, :status, :quality_rating,
      :messaging_limit, :read_receipts_webhook_url, '', :created_at
    ) RETURNING ${COLUMNS}
  `)
  const update = sql.write<[SenderFields & { id: number }], SenderRow>(`
    UPDATE messenger_senders SET
      phone_number_id = :phone_number_id, phone_number = :phone_number, display_name = :display_name,
      assistant_id = :assistant_id, status = :status, read_receipts_webhook_url = :read_receipts_webhook_url
    WHERE id = :id RETURNING ${COLUMNS}
  `)
  const remove = sql.write<[number, number]>(
    "UPDATE messenger_senders SET deleted_at = ?, status = 'offline' WHERE id = ?",
  )
  const setStatus = sql.write<[SenderRow['status'], number]>(
    'UPDATE messenger_senders SET status = ? WHERE id = ?',
  )
  const rate = sql.write<[SenderRow['quality_rating'], number | null, number]>(
    'UPDATE messenger_senders SET quality_rating = ?, messaging_limit = ? WHERE id = ?',
  )
  const setSecret = sql.write<[string, number]>(
    'UPDATE messenger_senders SET webhook_secret = ? WHERE id = ?',
  )

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Also a deleted one. */
    byId: (id: number) => byId.get(id),
    /** The sender with a number in a channel. */
    byNumber: (channel: string, number: string) => byNumber.get(channel, number),
    /** Reports whether another sender of the account has the number. */
    isUsed: (userId: number, number: string, except: number) =>
      isUsed.get(userId, number, except) !== undefined,
    /** Inserts a sender and seals its secret. */
    insert(tx: Tx, sender: NewSender, plainSecret: string): SenderRow {
      const row = insert.get(tx, sender)!
      setSecret.run(tx, sealingOf(db).seal(senderSecretName(row.id), plainSecret), row.id)
      return row
    },
    update: (tx: Tx, id: number, fields: SenderFields) => update.get(tx, { ...fields, id })!,
    remove: (tx: Tx, id: number, now: Date) => remove.run(tx, now.getTime(), id),
    setStatus: (tx: Tx, id: number, status: SenderRow['status']) => setStatus.run(tx, status, id),
    /** Records the service's rating and limit of recipients within 24 hours. */
    rate: (tx: Tx, id: number, quality: SenderRow['quality_rating'], limit: number | null) =>
      rate.run(tx, quality, limit, id),
    /** The secret in plain text; undefined if its key is missing. */
    secret: (id: number) => secretQueries(db).ofSender(id),
  }
})
