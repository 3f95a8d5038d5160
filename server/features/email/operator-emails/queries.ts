import type { OperatorEmailMode } from '#contracts/operator-emails.ts'
import type { OperatorRole } from '#contracts/operators.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { GRANTED, ROLE } from '../../accounts/operators/role-columns.ts'
import { CONTACT_OF_CONVERSATION } from '../../conversations/visitors/contact-columns.ts'

/** An operator who may get emails. */
export interface MailedOperator {
  readonly id: number
  readonly user_id: number
  readonly name: string
  /** Address in their profile. */
  readonly email: string | null
  /** Address that emails go to; null without one. */
  readonly confirmed_email: string | null
  readonly role: OperatorRole
  /** Capabilities of their custom role, as JSON. */
  readonly granted: string | null
  readonly is_owner: number
  /** Null if they want none. */
  readonly mode: Exclude<OperatorEmailMode, 'off'> | null
  readonly language: string | null
  /** Time of the latest email, ms. */
  readonly sent_at: number | null
}

/** A visitor who waits for a person. */
export interface Wait {
  readonly conversation_id: number
  readonly conversation_uuid: string
  readonly visitor_name: string | null
  readonly assistant_name: string
  /** ms since 1970. */
  readonly since: number
}

interface Setting {
  readonly id: number
  readonly mode: Exclude<OperatorEmailMode, 'off'>
  readonly language: string
}

interface Marked {
  readonly id: number
  readonly conversationId: number
  readonly since: number
  /** Null for the next digest. */
  readonly at: number | null
}

/** Must match the condition of the partial index to use it. */
const IS_WAITING = `
  inbox_state = 'open' AND type <> 'test'
  AND (needs_person = 1 OR awaiting_reply_since IS NOT NULL AND ai_mode <> 'auto')
`

/** All SQL for emails to operators. */
export const operatorEmailQueries = oncePerDb((sql) => {
  const operator = sql.read<[number], MailedOperator>(`
    SELECT operators.id, operators.user_id, operators.name, operators.email, confirmed_email, ${ROLE} AS role, ${GRANTED} AS granted, is_owner, mode, language, sent_at
    FROM operators JOIN users ON users.id = operators.user_id
    LEFT JOIN operator_email_settings ON operator_id = operators.id
    WHERE operators.id = ${hidden('?')} AND removed_at IS NULL
  `)
  const save = sql.write<[Setting]>(`
    INSERT INTO operator_email_settings (operator_id, mode, language) VALUES (:id, :mode, :language)
    ON CONFLICT DO UPDATE SET mode = :mode, language = :language
  `)
  const remove = sql.write<[number]>('DELETE FROM operator_email_settings WHERE operator_id = ?')
  const waits = sql.read<[{ userId: number; id: number; limit: number }], Wait>(`
    SELECT waiting.id AS conversation_id, waiting.uuid AS conversation_uuid, visitors.shown_name AS visitor_name,
      assistants.name AS assistant_name, since
    FROM (
      SELECT id, uuid, visitor_id, assistant_id, awaiting_reply_since AS since
      FROM conversations INDEXED BY conversations_waiting
      WHERE user_id = ${hidden(':userId')} AND ${IS_WAITING} AND awaiting_reply_since IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM operator_emails
        WHERE operator_id = :id AND conversation_id = conversations.id AND operator_emails.since = awaiting_reply_since
      )
      ORDER BY ifnull(awaiting_reply_since, updated_at) LIMIT :limit
    ) AS waiting
    JOIN assistants ON assistants.id = waiting.assistant_id
    LEFT JOIN visitors AS own ON own.id = waiting.visitor_id
    LEFT JOIN visitors ON visitors.id = ifnull(own.contact_id, own.id)
    ORDER BY since, waiting.id
  `)
  const said = sql
    .read<[{ id: number; since: number }], string>(`
      SELECT content FROM messages
      WHERE conversation_id = :id AND author = 'visitor' AND created_at >= :since AND content <> '' ORDER BY seq LIMIT 5
    `)
    .pluck()
  const pending = sql.read<[{ id: number; limit: number }], Wait>(`
    SELECT conversations.id AS conversation_id, conversations.uuid AS conversation_uuid, visitors.shown_name AS visitor_name,
      assistants.name AS assistant_name, since
    FROM operator_emails INDEXED BY operator_emails_by_time
    JOIN conversations ON conversations.id = conversation_id
    JOIN assistants ON assistants.id = conversations.assistant_id
    ${CONTACT_OF_CONVERSATION}
    WHERE operator_id = :id AND sent_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM messages
      WHERE messages.conversation_id = conversations.id AND author = 'operator' AND messages.created_at >= since
    )
    ORDER BY since, conversations.id LIMIT :limit
  `)
  const mark = sql.write<[Marked]>(`
    INSERT INTO operator_emails (operator_id, conversation_id, since, sent_at) VALUES (:id, :conversationId, :since, :at)
    ON CONFLICT DO UPDATE SET since = :since, sent_at = :at
  `)
  const forget = sql.write<[number, number]>(
    'DELETE FROM operator_emails WHERE operator_id = ? AND conversation_id = ?',
  )
  const forgetPending = sql.write<[number]>(
    'DELETE FROM operator_emails INDEXED BY operator_emails_by_time WHERE operator_id = ? AND sent_at IS NULL',
  )
  const sent = sql.write<[number | null, number]>(
    'UPDATE operator_email_settings SET sent_at = ? WHERE operator_id = ?',
  )
  const sentSince = sql
    .read<[number, number], number>(`
      SELECT count(*) FROM operator_emails INDEXED BY operator_emails_by_time WHERE operator_id = ? AND sent_at > ?
    `)
    .pluck()

  return {
    /** Undefined for one who was removed. */
    operator: (id: number) => operator.get(id),
    save(tx: Tx, setting: Setting): void {
      save.run(tx, setting)
      forgetPending.run(tx, setting.id)
    },
    /** Forgets the waits that the next digest of an operator is about. */
    forgetPending(tx: Tx, id: number): void {
      forgetPending.run(tx, id)
    },
    /** Turns an operator's emails off. */
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    /** Waits of an account that an operator has not been told about, longest first. */
    waits: (userId: number, id: number, limit: number) => waits.all({ userId, id, limit }),
    /** A visitor's messages since a time, ms. */
    said: (id: number, since: number) => said.all({ id, since }),
    /** Waits that the next digest of an operator is about, longest first: without those that a person has answered. */
    pending: (id: number, limit: number) => pending.all({ id, limit }),
    /** Records that an operator has been told about a wait; without a time, that the next digest does. */
    mark: (tx: Tx, id: number, { conversation_id: conversationId, since }: Wait, at?: Date) =>
      mark.run(tx, { id, conversationId, since, at: at?.getTime() ?? null }),
    forget: (tx: Tx, id: number, { conversation_id }: Wait) => forget.run(tx, id, conversation_id),
    /** Stores the time of an operator's latest email, ms; null if there was none. */
    sent: (tx: Tx, id: number, at: number | null) => sent.run(tx, at, id),
    /** Number of waits that an operator has been told about since a time, ms. */
    sentSince: (id: number, since: number) => sentSince.get(id, since)!,
  }
})
