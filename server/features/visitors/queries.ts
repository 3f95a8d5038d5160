import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { VisitorPrincipal } from '../../http/principal.ts'

export interface VisitorRow {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly assistant_id: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly page_url: string | null
  readonly page_title: string | null
  readonly user_agent: string | null
  readonly language: string | null
  readonly timezone: string | null
  /** What people at the desk remember of them. */
  readonly notes: string | null
  readonly created_at: number
  readonly last_seen_at: number
}

interface NewVisitor {
  readonly uuid: string
  readonly userId: number
  readonly assistantId: number
  readonly hash: Buffer
  readonly pageUrl: string | null
  readonly pageTitle: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly timezone: string | null
  readonly now: number
}

/** What a visitor is known by; null leaves a value as it is. */
export interface VisitorDetails {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** `last_seen_at` is written down at most this often, ms. */
const SEEN_RESOLUTION_MS = 60_000

/** All SQL about visitors. */
export const visitorQueries = oncePerDb((db) => {
  const insert = db.prepare<[NewVisitor], VisitorRow>(`
    INSERT INTO visitors (
      uuid, user_id, assistant_id, hash, page_url, page_title, user_agent, language, timezone, created_at,
      last_seen_at
    ) VALUES (:uuid, :userId, :assistantId, :hash, :pageUrl, :pageTitle, :userAgent, :language, :timezone, :now,
      :now)
    RETURNING *
  `)
  const find = db.prepare<[number], VisitorRow>(`SELECT * FROM visitors WHERE id = ${hidden('?')}`)
  const byToken = db.prepare<[Buffer, number], VisitorPrincipal & { last_seen_at: number }>(`
    SELECT visitors.id, visitors.uuid, visitors.user_id AS userId, visitors.assistant_id AS assistantId,
      assistants.allowed_origins AS allowedOrigins, visitors.last_seen_at
    FROM visitors JOIN assistants ON assistants.id = visitors.assistant_id
    WHERE visitors.hash = ${hidden('?')} AND visitors.last_seen_at > ?
      AND assistants.status = 'active' AND assistants.deleted_at IS NULL
  `)
  const seen = db.prepare<[number, number]>('UPDATE visitors SET last_seen_at = ? WHERE id = ?')
  const describe = db.prepare<[VisitorDetails & { id: number }]>(`
    UPDATE visitors SET
      name = coalesce(:name, name), email = coalesce(:email, email), phone = coalesce(:phone, phone)
    WHERE id = :id
  `)

  return {
    insert: (visitor: NewVisitor) => insert.get(visitor)!,
    find: (id: number) => find.get(id),
    /** The visitor of a token that has been used within the idle time, while the assistant answers. */
    byToken(hash: Buffer, now: Date, idleMs: number): VisitorPrincipal | undefined {
      const time = now.getTime()
      const row = byToken.get(hash, time - idleMs)
      if (!row) return undefined
      if (time - row.last_seen_at > SEEN_RESOLUTION_MS) seen.run(time, row.id)
      return row
    },
    describe: (id: number, details: VisitorDetails) => describe.run({ id, ...details }),
  }
})
