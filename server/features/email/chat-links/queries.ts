import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Validity of a link, ms. */
export const LINK_MS = 7 * 24 * 3_600_000

interface NewLink {
  readonly hash: Buffer
  readonly emailId: number
  /** ms since 1970. */
  readonly expiresAt: number
}

/** A private link with the chat that it opens. */
export interface ChatLinkRow {
  readonly visitor_id: number
  readonly visitor_uuid: string
  readonly email: string | null
  readonly user_id: number
  readonly conversation_id: number
  readonly conversation_uuid: string
  readonly assistant_id: number
  readonly assistant_uuid: string
  /** Sequence number of the last message in its email. */
  readonly seq: number
  readonly expires_at: number
  readonly used_at: number | null
  /** 1 if its assistant is active. */
  readonly is_open: number
}

/** All SQL for private links. */
export const chatLinkQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewLink]>(`
    INSERT INTO chat_links (hash, visitor_id, conversation_id, email_id, seq, expires_at)
    SELECT :hash, conversations.visitor_id, conversations.id, emails.id, emails.last_seq, :expiresAt
    FROM emails JOIN conversations ON conversations.id = emails.conversation_id
    WHERE emails.id = :emailId AND conversations.visitor_id IS NOT NULL
  `)
  const dropUnused = sql.write<[number]>(
    'DELETE FROM chat_links WHERE email_id = ? AND used_at IS NULL',
  )
  const forget = sql.write<[number]>('DELETE FROM chat_links WHERE expires_at < ?')
  const find = sql.read<[Buffer], ChatLinkRow>(`
    SELECT chat_links.visitor_id, visitors.uuid AS visitor_uuid, visitors.email, visitors.user_id, chat_links.conversation_id,
      conversations.uuid AS conversation_uuid, assistants.id AS assistant_id, assistants.uuid AS assistant_uuid,
      seq, expires_at, used_at, assistants.status = 'active' AND assistants.deleted_at IS NULL AS is_open
    FROM chat_links
    JOIN visitors ON visitors.id = chat_links.visitor_id
    JOIN conversations ON conversations.id = chat_links.conversation_id
    JOIN assistants ON assistants.id = visitors.assistant_id
    WHERE hash = ${hidden('?')}
  `)
  const use = sql.write<[number, Buffer]>(
    'UPDATE chat_links SET used_at = ? WHERE hash = ? AND used_at IS NULL',
  )
  const revoke = sql.write<[{ id: number; now: number }]>(`
    UPDATE chat_links SET expires_at = expires_at - ${LINK_MS}
    WHERE conversation_id = :id AND used_at IS NULL AND expires_at > :now
  `)

  return {
    insert: (tx: Tx, link: NewLink) => insert.run(tx, link),
    /** Deletes the links of an earlier attempt at an email, which was refused. */
    dropUnused: (tx: Tx, emailId: number) => dropUnused.run(tx, emailId),
    /** Deletes links that expired before a time, ms. */
    forget: (tx: Tx, before: number) => forget.run(tx, before),
    find: (hash: Buffer) => find.get(hash),
    /** False if it was used already. */
    use: (tx: Tx, hash: Buffer, now: Date) => use.run(tx, now.getTime(), hash).changes === 1,
    /** Revokes a conversation's unused links; returns their number. */
    revoke: (tx: Tx, conversationId: number, now: Date) =>
      revoke.run(tx, { id: conversationId, now: now.getTime() }).changes,
  }
})
