import type { EmailStatus } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import { EMAILS_OF_CONTACT } from '../conversations/visitors/merged-queries.ts'

export interface EmailRow {
  readonly id: number
  readonly user_id: number
  readonly conversation_id: number
  readonly conversation_uuid: string
  readonly address: string
  readonly message_id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly first_seq: number
  readonly last_seq: number
  readonly status: EmailStatus
  readonly attempts: number
  readonly error: StoredFault | null
  readonly created_at: number
  readonly sent_at: number | null
}

/** A new email, before its content. */
interface NewEmail {
  readonly userId: number
  readonly conversationId: number
  readonly address: string
  readonly messageId: string
  readonly firstSeq: number
  readonly lastSeq: number
  readonly status: EmailStatus
  readonly now: number
}

/** Content of an attempt. */
interface Attempt {
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly firstSeq: number
  readonly lastSeq: number
  readonly status: EmailStatus
}

/** Settings of a conversation's assistant and its visitor that decide about an email. */
export interface Recipient {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly visitor_id: number
  readonly visitor_name: string | null
  readonly address: string | null
  readonly visitor_language: string | null
  readonly last_seen_at: number
  readonly page_url: string | null
  readonly visitor_read_seq: number
  /** Messages up to this one were sent before. */
  readonly mailed_seq: number
  readonly assistant_uuid: string
  readonly assistant_name: string
  readonly assistant_language: string
  readonly allowed_origins: string
  readonly widget_settings: string
  readonly is_on: number
  readonly minutes: number
  readonly is_stopped: number
  /** Time at which an email to the address could not be delivered, ms. */
  readonly bounced_at: number | null
  /** 1 if the visitor’s latest message came by email. */
  readonly is_by_email: number
  /** Message-ID of the visitor's latest email; null without one. */
  readonly their_message_id: string | null
  /** Subject of the email that opened the conversation; null if none did. */
  readonly their_subject: string | null
}

/** A message that its visitor has not seen. */
export interface UnseenMessage {
  readonly seq: number
  readonly author: string
  readonly author_name: string
  readonly content: string
  readonly attachments: string | null
  readonly created_at: number
}

interface Outcome {
  readonly status: EmailStatus
  readonly error: StoredFault | null
  readonly sentAt: number | null
}

const EMAIL = `
  SELECT emails.*, conversations.uuid AS conversation_uuid
  FROM emails JOIN conversations ON conversations.id = emails.conversation_id
`

/** Statuses of mail that has, or may have, left. */
const LEFT = "('sending', 'sent', 'sandbox', 'unknown')"

/** All SQL for email to visitors. */
export const emailQueries = oncePerDb((sql) => {
  const find = sql.read<[number], EmailRow>(`${EMAIL} WHERE emails.id = ${hidden('?')}`)
  const byMessageId = sql.read<[string], EmailRow>(
    `${EMAIL} WHERE emails.message_id = ${hidden('?')}`,
  )
  const isKnown = sql
    .read<[string], number>('SELECT 1 FROM emails WHERE address = ? LIMIT 1')
    .pluck()
  const latest = sql.read<[number, number], EmailRow>(
    `${EMAIL} WHERE emails.user_id = ? ORDER BY emails.id DESC LIMIT ?`,
  )
  const open = sql.read<[number], EmailRow>(
    `${EMAIL} WHERE emails.conversation_id = ? AND emails.status IN ('waiting', 'sending') ORDER BY emails.id DESC LIMIT 1`,
  )
  const messageIds = sql
    .read<[number, number, number], string>(
      "SELECT message_id FROM emails WHERE conversation_id = ? AND id <> ? AND status IN ('sent', 'unknown') ORDER BY id DESC LIMIT ?",
    )
    .pluck()
  const insert = sql.write<[NewEmail]>(`
    INSERT INTO emails (
      user_id, conversation_id, address, message_id, subject, text, html, first_seq, last_seq, status, created_at
    ) VALUES (:userId, :conversationId, :address, :messageId, '', '', '', :firstSeq, :lastSeq, :status, :now)
  `)
  const renew = sql.write<[Attempt & { id: number }]>(`
    UPDATE emails SET address = :address, subject = :subject, text = :text, html = :html, first_seq = :firstSeq,
      last_seq = :lastSeq, status = :status, error = NULL, attempts = attempts + 1
    WHERE id = :id
  `)
  const settle = sql.write<[Outcome & { id: number }]>(
    'UPDATE emails SET status = :status, error = :error, sent_at = :sentAt WHERE id = :id',
  )
  const sentTo = sql.read<[string, number], { count: number; first: number | null }>(`
    SELECT count(*) AS count, min(created_at) AS first FROM emails WHERE address = ? AND created_at > ? AND status IN ${LEFT}
  `)
  const recipient = sql.read<[number], Recipient>(`
    SELECT conversations.id, conversations.uuid, conversations.user_id, visitors.id AS visitor_id,
      visitors.name AS visitor_name, visitors.email AS address, visitors.language AS visitor_language, visitors.last_seen_at, visitors.page_url,
      conversations.visitor_read_seq, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name, languages.code AS assistant_language,
      assistants.allowed_origins, assistants.widget_settings,
      coalesce((
        SELECT max(last_seq) FROM emails WHERE emails.conversation_id = conversations.id AND emails.status IN ${LEFT}
      ), 0) AS mailed_seq,
      coalesce(email_follow_ups.is_on, 1) AS is_on, coalesce(email_follow_ups.minutes, 3) AS minutes,
      EXISTS (
        SELECT 1 FROM email_stops
        WHERE email_stops.user_id = conversations.user_id AND email_stops.address IN ${EMAILS_OF_CONTACT}
      ) AS is_stopped,
      (
        SELECT created_at FROM email_bounces
        WHERE email_bounces.user_id = conversations.user_id AND email_bounces.address = visitors.email
      ) AS bounced_at,
      coalesce(email_threads.seq = (
        SELECT max(seq) FROM messages WHERE messages.conversation_id = conversations.id AND author = 'visitor'
      ), 0) AS is_by_email,
      nullif(email_threads.message_id, '') AS their_message_id, email_threads.subject AS their_subject
    FROM conversations
    JOIN visitors ON visitors.id = conversations.visitor_id
    JOIN assistants ON assistants.id = conversations.assistant_id
    JOIN languages ON languages.id = assistants.language_id
    LEFT JOIN email_follow_ups ON email_follow_ups.assistant_id = assistants.id
    LEFT JOIN email_threads ON email_threads.conversation_id = conversations.id
    WHERE conversations.id = ${hidden('?')} AND conversations.type = 'widget'
  `)
  // What was written before the visitor said anything is the greeting, which they have seen or never waited for.
  const unseen = sql.read<[{ id: number; after: number }], UnseenMessage>(`
    SELECT seq, author, author_name, content, attachments, created_at FROM messages
    WHERE conversation_id = :id AND seq > :after AND author <> 'visitor' AND status IN ('complete', 'failed')
      AND (content <> '' OR attachments IS NOT NULL)
      AND EXISTS (
        SELECT 1 FROM messages AS earlier
        WHERE earlier.conversation_id = :id AND earlier.author = 'visitor' AND earlier.seq < messages.seq
      )
    ORDER BY seq
  `)
  const stop = sql.write<[number, string, number]>(
    'INSERT INTO email_stops (user_id, address, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )

  return {
    find: (id: number) => find.get(id),
    /** The email with a Message-ID. */
    byMessageId: (messageId: string) => byMessageId.get(messageId),
    /** Reports whether any email was written to an address. */
    isKnown: (address: string) => isKnown.get(address) !== undefined,
    /** An account's emails, newest first. */
    latest: (userId: number, limit: number) => latest.all(userId, limit),
    /** The email of a conversation that waits for another attempt, or was being sent. */
    open: (conversationId: number) => open.get(conversationId),
    /** Message-IDs of a conversation's other emails, oldest first. */
    messageIds: (conversationId: number, except: number, limit: number) =>
      messageIds.all(conversationId, except, limit).reverse(),
    insert: (tx: Tx, email: NewEmail) => Number(insert.run(tx, email).lastInsertRowid),
    /** Begins an attempt with what is unseen by now. */
    renew: (tx: Tx, id: number, attempt: Attempt) => renew.run(tx, { ...attempt, id }),
    settle: (tx: Tx, id: number, outcome: Outcome) => settle.run(tx, { ...outcome, id }),
    /** Number of emails that went to an address since a time, and when the first of them did, ms. */
    sentTo: (address: string, since: number) => sentTo.get(address, since)!,
    /** Undefined for a conversation that is not a visitor's. */
    recipient: (conversationId: number) => recipient.get(conversationId),
    /** Whole replies after a message. */
    unseen: (conversationId: number, after: number) => unseen.all({ id: conversationId, after }),
    /** Records that an address wants no email from an account. */
    stop: (tx: Tx, userId: number, address: string, now: Date) =>
      stop.run(tx, userId, address, now.getTime()),
  }
})
