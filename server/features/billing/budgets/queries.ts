import { oncePerDb } from '../../../db/once-per-db.ts'

/** What has a budget, and for how long: a visitor's day, a conversation, an assistant's day, an account's month. */
export type Scope = 'visitor' | 'conversation' | 'assistant' | 'account'

/** One period of one thing that has a budget. */
export interface Share {
  readonly scope: Scope
  readonly subject: string
  readonly period: string
}

/** What was spent and is set aside in a period, micro-dollars. */
export interface UseRow {
  readonly spent: number
  readonly held: number
}

interface Hold extends Share {
  readonly userId: number
  readonly amount: number
  /** Micro-dollars; null is no limit. */
  readonly limit: number | null
  readonly now: number
}

interface Settlement extends Share {
  readonly userId: number
  readonly held: number
  readonly spent: number
  readonly now: number
}

/** A call of a model that is not over. */
export interface ReservationRow {
  readonly id: number
  readonly user_id: number
  readonly conversation_id: number | null
  readonly amount: number
  /** JSON. */
  readonly shares: string
}

interface NewReservation {
  readonly userId: number
  readonly conversationId: number | null
  readonly amount: number
  readonly shares: string
  readonly now: number
}

/** What an assistant may spend, US dollars. */
export interface AssistantLimits {
  readonly id: number
  readonly name: string
  readonly timezone: string
  readonly budget_per_visitor_day: number | null
  readonly budget_per_conversation: number | null
  readonly budget_per_day: number | null
}

const WHERE = 'user_id = :userId AND scope = :scope AND subject = :subject AND period = :period'
const LIMITS = 'id, name, timezone, budget_per_visitor_day, budget_per_conversation, budget_per_day'
const RESERVATION = 'id, user_id, conversation_id, amount, shares'

/** All SQL about budgets. Amounts are micro-dollars. */
export const budgetQueries = oncePerDb((db) => {
  const hold = db.prepare<[Hold]>(`
    INSERT INTO budget_uses (user_id, scope, subject, period, held, updated_at)
    SELECT :userId, :scope, :subject, :period, :amount, :now WHERE :limit IS NULL OR :amount <= :limit
    ON CONFLICT DO UPDATE SET held = held + excluded.held, updated_at = excluded.updated_at
    WHERE :limit IS NULL OR spent + held + excluded.held <= :limit
  `)
  const settle = db.prepare<[Settlement]>(`
    UPDATE budget_uses SET held = held - :held, spent = spent + :spent, updated_at = :now WHERE ${WHERE}
  `)
  const use = db.prepare<[Share & { userId: number }], UseRow>(
    `SELECT spent, held FROM budget_uses WHERE ${WHERE}`,
  )
  const insert = db.prepare<[NewReservation]>(`
    INSERT INTO budget_reservations (user_id, conversation_id, amount, shares, created_at)
    VALUES (:userId, :conversationId, :amount, :shares, :now)
  `)
  const close = db.prepare<[number], ReservationRow>(
    `DELETE FROM budget_reservations WHERE id = ? RETURNING ${RESERVATION}`,
  )
  const open = db.prepare<[], ReservationRow>(
    `SELECT ${RESERVATION} FROM budget_reservations ORDER BY id`,
  )
  const openIds = db
    .prepare<[number], number>('SELECT id FROM budget_reservations WHERE user_id = ?')
    .pluck()
  const month = db
    .prepare<[number], number | null>('SELECT budget_per_month FROM users WHERE id = ?')
    .pluck()
  const setMonth = db.prepare<[number | null, number]>(
    'UPDATE users SET budget_per_month = ? WHERE id = ?',
  )
  const limitsOf = db.prepare<[number], AssistantLimits>(
    `SELECT ${LIMITS} FROM assistants WHERE id = ?`,
  )
  const assistants = db.prepare<[number], AssistantLimits>(
    `SELECT ${LIMITS} FROM assistants WHERE user_id = ? AND deleted_at IS NULL ORDER BY id`,
  )
  const addToConversation = db.prepare<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const forget = db.prepare<[{ before: number; limit: number }]>(`
    DELETE FROM budget_uses WHERE (user_id, scope, subject, period) IN (
      SELECT user_id, scope, subject, period FROM budget_uses
      WHERE updated_at < :before AND held = 0 AND (
        scope IN ('visitor', 'assistant')
        OR scope = 'conversation' AND NOT EXISTS (
          SELECT 1 FROM conversations WHERE conversations.id = CAST(subject AS INTEGER)
        )
      )
      LIMIT :limit
    )
  `)

  return {
    /** Sets money of a period aside; false, and nothing changed, when its limit does not reach. */
    hold: (wanted: Hold) => hold.run(wanted).changes === 1,
    /** Ends what was set aside: so much of it was spent. */
    settle: (settlement: Settlement) => settle.run(settlement),
    use: (userId: number, { scope, subject, period }: Share): UseRow =>
      use.get({ userId, scope, subject, period }) ?? { spent: 0, held: 0 },
    insert: (reservation: NewReservation) => Number(insert.run(reservation).lastInsertRowid),
    /** Ends a reservation; undefined when it had ended before. */
    close: (id: number) => close.get(id),
    open: () => open.all(),
    openIds: (userId: number) => openIds.all(userId),
    month: (userId: number) => month.get(userId) ?? null,
    setMonth: (userId: number, limit: number | null) => setMonth.run(limit, userId),
    limitsOf: (assistantId: number) => limitsOf.get(assistantId),
    assistants: (userId: number) => assistants.all(userId),
    addToConversation: (id: number, amount: number) => addToConversation.run(amount, id),
    /** Forgets days that are long over, and conversations that are gone, so many at a time; returns how many. */
    forget: (before: number, limit: number) => forget.run({ before, limit }).changes,
  }
})
