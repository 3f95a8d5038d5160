import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { VisitorPrincipal } from '../../../http/principal.ts'

export interface VisitorRow {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly assistant_id: number
  /** The website's own id, if it vouches for the visitor's identity. */
  readonly external_id: string | null
  /** The contact that it is shown as; null if it was not merged. */
  readonly contact_id: number | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly page_url: string | null
  readonly page_title: string | null
  readonly user_agent: string | null
  readonly language: string | null
  readonly timezone: string | null
  /** Operators' notes about the visitor. */
  readonly notes: string | null
  readonly created_at: number
  readonly last_seen_at: number
  /** When it, or one that was merged into it, was seen last. */
  readonly seen_at: number
  /** Details as the desk shows them: its own, or those that a merge has chosen instead (decision 084). */
  readonly shown_name: string | null
  readonly shown_email: string | null
  readonly shown_phone: string | null
  readonly shown_notes: string | null
}

/** A new visitor. */
export interface NewVisitor {
  readonly uuid: string
  readonly userId: number
  readonly assistantId: number
  readonly pageUrl: string | null
  readonly pageTitle: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly timezone: string | null
  readonly now: number
}

/** Details of a visitor; null leaves a value unchanged. */
export interface VisitorDetails {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

interface NewToken {
  readonly hash: Buffer
  readonly visitorId: number
  readonly now: number
}

/** An identity that a website vouches for. */
export interface Vouched extends VisitorDetails {
  readonly id: number
  readonly externalId: string
}

interface Merge {
  readonly from: number
  readonly into: number
}

/** Minimum interval between updates of `last_seen_at`, ms. */
const SEEN_RESOLUTION_MS = 60_000

/** Maximum length of operators' notes about a visitor, characters. */
export const MAX_NOTES = 5000

/** All SQL for visitors. */
export const visitorQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewVisitor], VisitorRow>(`
    INSERT INTO visitors (
      uuid, user_id, assistant_id, page_url, page_title, user_agent, language, timezone, created_at, last_seen_at
    ) VALUES (:uuid, :userId, :assistantId, :pageUrl, :pageTitle, :userAgent, :language, :timezone, :now, :now)
    RETURNING *
  `)
  const find = sql.read<[number], VisitorRow>(`SELECT * FROM visitors WHERE id = ${hidden('?')}`)
  const nameOf = sql
    .read<[number], string | null>(`SELECT name FROM visitors WHERE id = ${hidden('?')}`)
    .pluck()
  const byExternalId = sql.read<[number, string], VisitorRow>(
    `SELECT * FROM visitors WHERE assistant_id = ${hidden('?')} AND external_id = ${hidden('?')}`,
  )
  const insertToken = sql.write<[NewToken]>(`
    INSERT INTO visitor_tokens (hash, visitor_id, created_at, last_seen_at) VALUES (:hash, :visitorId, :now, :now)
  `)
  const revokeToken = sql.write<[Buffer]>('DELETE FROM visitor_tokens WHERE hash = ?')
  const revokeIdle = sql.write<[number, number]>(
    'DELETE FROM visitor_tokens WHERE visitor_id = ? AND last_seen_at <= ?',
  )
  const byToken = sql.read<[Buffer, number], VisitorPrincipal & { last_seen_at: number }>(`
    SELECT visitors.id, visitors.uuid, visitors.user_id AS userId, visitors.assistant_id AS assistantId,
      assistants.allowed_origins AS allowedOrigins, visitor_tokens.hash AS tokenHash, visitor_tokens.last_seen_at
    FROM visitor_tokens
    JOIN visitors ON visitors.id = visitor_tokens.visitor_id
    JOIN assistants ON assistants.id = visitors.assistant_id
    WHERE visitor_tokens.hash = ${hidden('?')} AND visitor_tokens.last_seen_at > ?
      AND assistants.status = 'active' AND assistants.deleted_at IS NULL
  `)
  const seen = sql.write<[number, number]>('UPDATE visitors SET last_seen_at = ? WHERE id = ?')
  const tokenSeen = sql.write<[number, Buffer]>(
    'UPDATE visitor_tokens SET last_seen_at = ? WHERE hash = ?',
  )
  const describe = sql.write<[VisitorDetails & { id: number }]>(`
    UPDATE visitors SET
      name = coalesce(:name, name), email = coalesce(:email, email), phone = coalesce(:phone, phone)
    WHERE id = :id AND external_id IS NULL AND (
      (:name IS NOT NULL AND :name IS NOT name) OR (:email IS NOT NULL AND :email IS NOT email)
      OR (:phone IS NOT NULL AND :phone IS NOT phone)
    )
  `)
  const vouch = sql.write<[Vouched]>(`
    UPDATE visitors SET
      name = iif(external_id IS NULL, :name, coalesce(:name, name)),
      email = iif(external_id IS NULL, :email, coalesce(:email, email)),
      phone = iif(external_id IS NULL, :phone, coalesce(:phone, phone)),
      external_id = :externalId
    WHERE id = :id AND (
      external_id IS NOT :externalId OR (:name IS NOT NULL AND :name IS NOT name)
      OR (:email IS NOT NULL AND :email IS NOT email) OR (:phone IS NOT NULL AND :phone IS NOT phone)
    )
  `)
  const merge = sql.write<[Merge]>(`
    UPDATE visitors SET
      page_url = ifnull(gone.page_url, visitors.page_url),
      page_title = iif(gone.page_url IS NULL, visitors.page_title, gone.page_title),
      user_agent = ifnull(gone.user_agent, visitors.user_agent), language = ifnull(gone.language, visitors.language),
      timezone = ifnull(gone.timezone, visitors.timezone), last_seen_at = max(visitors.last_seen_at, gone.last_seen_at),
      notes = CASE
        WHEN visitors.notes IS NULL OR gone.notes IS NULL THEN ifnull(visitors.notes, gone.notes)
        ELSE substr(visitors.notes || char(10) || gone.notes, 1, ${MAX_NOTES})
      END
    FROM visitors AS gone
    WHERE visitors.id = :into AND gone.id = :from
  `)
  const remove = sql.write<[number]>('DELETE FROM visitors WHERE id = ?')

  return {
    insert: (tx: Tx, visitor: NewVisitor) => insert.get(tx, visitor)!,
    find: (id: number) => find.get(id),
    /** The contact that a visitor is shown as: itself, unless it was merged. */
    contactOf: (visitor: VisitorRow) =>
      visitor.contact_id === null ? visitor : find.get(visitor.contact_id)!,
    /** A visitor's own name; null if unnamed or deleted. */
    nameOf: (id: number) => nameOf.get(id) ?? null,
    /** The visitor with a website's own id. */
    byExternalId: (assistantId: number, externalId: string) =>
      byExternalId.get(assistantId, externalId),
    insertToken: (tx: Tx, token: NewToken) => insertToken.run(tx, token),
    revokeToken: (tx: Tx, hash: Buffer) => revokeToken.run(tx, hash),
    /** Revokes a visitor's tokens that have been idle for too long. */
    revokeIdle: (tx: Tx, visitorId: number, before: number) =>
      revokeIdle.run(tx, visitorId, before),
    /**
     * The visitor of a token used within the idle time, if the assistant is active; `isUnnoted` if the stored time of
     * last use is due for an update.
     */
    byToken(
      hash: Buffer,
      now: Date,
      idleMs: number,
    ): { visitor: VisitorPrincipal; isUnnoted: boolean } | undefined {
      const time = now.getTime()
      const visitor = byToken.get(hash, time - idleMs)
      return visitor && { visitor, isUnnoted: time - visitor.last_seen_at > SEEN_RESOLUTION_MS }
    },
    noteSeen(tx: Tx, id: number, tokenHash: Buffer, now: Date): void {
      seen.run(tx, now.getTime(), id)
      tokenSeen.run(tx, now.getTime(), tokenHash)
    },
    /** Stores details that visitors give about themselves, unless their website vouches for them; returns whether anything changed. */
    describe: (tx: Tx, id: number, details: VisitorDetails) =>
      describe.run(tx, { id, ...details }).changes === 1,
    /** Stores details that a website vouches for, discarding self-reported ones; returns whether anything changed. */
    vouch: (tx: Tx, vouched: Vouched) => vouch.run(tx, vouched).changes === 1,
    /** Copies one visitor's details to another. */
    merge: (tx: Tx, parts: Merge) => merge.run(tx, parts),
    /** Deletes a visitor with all of their data. */
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
