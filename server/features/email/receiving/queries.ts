import type { ReceivedEmailStatus } from '#contracts/email-receiving.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ReceivedRow {
  readonly id: number
  readonly user_id: number
  readonly conversation_uuid: string | null
  readonly message_id: string
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly status: ReceivedEmailStatus
  readonly reason: StoredFault | null
  /** JSON. */
  readonly authentication: string
  /** JSON. */
  readonly left_out: string
  readonly created_at: number
}

interface NewReceived extends Omit<ReceivedRow, 'id' | 'conversation_uuid'> {
  readonly conversation_id: number | null
  /** Size of the files that were accepted. */
  readonly bytes: number
}

/** Record of an email that came in, whatever became of it. */
interface KnownKey {
  readonly is_taken: number
}

/** Latest email of a conversation’s visitor. */
interface NewThread {
  readonly id: number
  readonly seq: number
  readonly messageId: string
  /** Null for a conversation that the email did not open. */
  readonly subject: string | null
}

const RECEIVED = `
  SELECT received_emails.*, conversations.uuid AS conversation_uuid
  FROM received_emails LEFT JOIN conversations ON conversations.id = received_emails.conversation_id
`

/** All SQL for email that comes in. */
export const receivedQueries = oncePerDb((sql) => {
  const find = sql.read<[number], ReceivedRow>(
    `${RECEIVED} WHERE received_emails.id = ${hidden('?')}`,
  )
  const latest = sql.read<[number, number], ReceivedRow>(
    `${RECEIVED} WHERE received_emails.user_id = ? ORDER BY received_emails.id DESC LIMIT ?`,
  )
  const known = sql.read<[string], KnownKey>(
    `SELECT is_taken FROM received_email_keys WHERE key = ${hidden('?')}`,
  )
  const addKey = sql.write<[string, number]>(
    'INSERT INTO received_email_keys (key, is_taken) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const insert = sql.write<[NewReceived]>(`
    INSERT INTO received_emails (
      user_id, conversation_id, message_id, address, subject, text, status, reason, authentication, left_out, bytes, created_at
    ) VALUES (
      :user_id, :conversation_id, :message_id, :address, :subject, :text, :status, :reason, :authentication, :left_out,
      :bytes, :created_at
    )
  `)
  const takenFrom = sql
    .read<[string, number], number>(
      "SELECT count(*) FROM received_emails WHERE address = ? AND created_at > ? AND status = 'taken'",
    )
    .pluck()
  const opened = sql
    .read<[{ since: number }], number>(`
      SELECT count(DISTINCT conversation_id) FROM received_emails
      JOIN email_threads USING (conversation_id)
      JOIN conversations ON conversations.id = conversation_id
      WHERE received_emails.created_at > :since AND received_emails.status = 'taken'
        AND email_threads.subject IS NOT NULL AND conversations.created_at > :since
    `)
    .pluck()
  const bytesSince = sql.read<
    [{ address: string; since: number }],
    { all: number; ofAddress: number }
  >(`
    SELECT total(bytes) AS "all", total(bytes) FILTER (WHERE address = :address) AS ofAddress
    FROM received_emails WHERE created_at > :since
  `)
  const forget = sql.write<[number]>(
    "DELETE FROM received_emails WHERE created_at < ? AND status <> 'taken'",
  )
  const isWrittenTo = sql
    .read<[{ id: number; address: string }], number>(`
      SELECT 1 FROM emails WHERE conversation_id = :id AND address = :address
        AND status IN ('sending', 'sent', 'sandbox', 'unknown', 'failed')
      LIMIT 1
    `)
    .pluck()
  const put = sql.write<[NewThread]>(`
    INSERT INTO email_threads (conversation_id, seq, message_id, subject) VALUES (:id, :seq, :messageId, :subject)
    ON CONFLICT DO UPDATE SET seq = :seq, message_id = :messageId
  `)
  const bounced = sql.write<[number, string, number]>(`
    INSERT INTO email_bounces (user_id, address, created_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET created_at = excluded.created_at
  `)
  const reached = sql.write<[number, string]>(
    'DELETE FROM email_bounces WHERE user_id = ? AND address = ?',
  )
  const stop = sql.write<[{ address: string; now: number }]>(`
    INSERT INTO email_stops (user_id, address, created_at)
    SELECT DISTINCT user_id, address, :now FROM emails WHERE address = :address
    ON CONFLICT DO NOTHING
  `)

  return {
    find: (id: number) => find.get(id),
    /** An account's received emails, newest first. */
    latest: (userId: number, limit: number) => latest.all(userId, limit),
    /** An email that came in before; undefined for a new one. */
    known: (key: string) => known.get(key),
    /** Records that an email came in; returns the record of an earlier time instead, if there is one. */
    addKey: (tx: Tx, key: string, isTaken: boolean) =>
      addKey.run(tx, key, isTaken ? 1 : 0).changes === 1 ? undefined : known.get(key),
    insert: (tx: Tx, row: NewReceived) => Number(insert.run(tx, row).lastInsertRowid),
    /** Number of messages that came from an address since a time, ms. */
    takenFrom: (address: string, since: number) => takenFrom.get(address, since)!,
    /** Number of conversations opened by email since a time, ms. */
    opened: (since: number) => opened.get({ since })!,
    /** Size of the files that came by email since a time (ms), bytes. */
    bytesSince: (address: string, since: number) => bytesSince.get({ address, since })!,
    /** Deletes the records of emails that became no message before a time, ms. */
    forget: (tx: Tx, before: number) => forget.run(tx, before),
    /** Reports whether a conversation has written to an address. */
    isWrittenTo: (id: number, address: string) => isWrittenTo.get({ id, address }) !== undefined,
    /** Records that the visitor's latest message came by email. */
    putThread: (tx: Tx, thread: NewThread) => put.run(tx, thread),
    /** Records that an address cannot be reached. */
    bounced: (tx: Tx, userId: number, address: string, now: Date) =>
      bounced.run(tx, userId, address, now.getTime()),
    /** Records that an address can be reached after all: it wrote. */
    reached: (tx: Tx, userId: number, address: string) => reached.run(tx, userId, address),
    /** Records that an address wants no email from any account that has written to it; false if none has. */
    stop: (tx: Tx, address: string, now: Date) =>
      stop.run(tx, { address, now: now.getTime() }).changes > 0,
  }
})
