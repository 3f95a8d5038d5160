import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Scope and period of a budget: a visitor's day, a conversation, an assistant's day, an account's month. */
export type Scope = 'visitor' | 'conversation' | 'assistant' | 'account'

/** A budget period. */
export interface Share {
  readonly scope: Scope
  readonly subject: string
  readonly period: string
}

/** Amounts spent and reserved in a period, micro-dollars. */
export interface UseRow {
  readonly spent: number
  readonly held: number
}

interface Hold extends Share {
  readonly userId: number
  readonly amount: number
  /** Micro-dollars; null for unlimited. */
  readonly limit: number | null
  readonly now: number
}

interface Settlement extends Share {
  readonly userId: number
  readonly held: number
  readonly spent: number
  readonly now: number
}

/** A model call in progress. */
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

/** Limits of an assistant, US dollars. */
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

/** All SQL for budgets. Amounts are micro-dollars. */
export const budgetQueries = oncePerDb((sql) => {
  const hold = sql.write<[Hold]>(`
    INSERT INTO budget_uses (user_id, scope, subject, period, held, updated_at)
    SELECT :userId, :scope, :subject, :period, :amount, :now WHERE :limit IS NULL OR :amount <= :limit
    ON CONFLICT DO UPDATE SET held = held + excluded.held, updated_at = excluded.updated_at
    WHERE :limit IS NULL OR spent + held + excluded.held <= :limit
  `)
  const settle = sql.write<[Settlement]>(`
    UPDATE budget_uses SET held = held - :held, spent = spent + :spent, updated_at = :now WHERE ${WHERE}
  `)
  const use = sql.read<[Share & { userId: number }], UseRow>(
    `SELECT spent, held FROM budget_uses WHERE ${WHERE}`,
  )
  const insert = sql.write<[NewReservation]>(`
    INSERT INTO budget_reservations (user_id, conversation_id, amount, shares, created_at)
    VALUES (:userId, :conversationId, :amount, :shares, :now)
  `)
  const close = sql.write<[number], ReservationRow>(
    `DELETE FROM budget_reservations WHERE id = ? RETURNING ${RESERVATION}`,
  )
  const open = sql.read<[], ReservationRow>(
    `SELECT ${RESERVATION} FROM budget_reservations ORDER BY id`,
  )
  const openIds = sql
    .read<[number], number>('SELECT id FROM budget_reservations WHERE user_id = ?')
    .pluck()
  const month = sql
    .read<[number], number | null>('SELECT budget_per_month FROM users WHERE id = ?')
    .pluck()
  const setMonth = sql.write<[number | null, number]>(
    'UPDATE users SET budget_per_month = ? WHERE id = ?',
  )
  const limitsOf = sql.read<[number], AssistantLimits>(
    `SELECT ${LIMITS} FROM assistants WHERE id = ?`,
  )
  const assistants = sql.read<[number], AssistantLimits>(
    `SELECT ${LIMITS} FROM assistants WHERE user_id = ? AND deleted_at IS NULL ORDER BY id`,
  )
  const addToConversation = sql.write<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const forget = sql.write<[{ before: number; limit: number }]>(`
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
    /** Reserves money from a period; false, with nothing changed, if its limit is insufficient. */
    hold: (tx: Tx, wanted: Hold) => hold.run(tx, wanted).changes === 1,
    /** Settles a reservation with the amount spent. */
    settle: (tx: Tx, settlement: Settlement) => settle.run(tx, settlement),
    use: (userId: number, { scope, subject, period }: Share): UseRow =>
      use.get({ userId, scope, subject, period }) ?? { spent: 0, held: 0 },
    insert: (tx: Tx, reservation: NewReservation) =>
      Number(insert.run(tx, reservation).lastInsertRowid),
    /** Ends a reservation; undefined if it had already ended. */
    close: (tx: Tx, id: number) => close.get(tx, id),
    open: () => open.all(),
    openIds: (userId: number) => openIds.all(userId),
    month: (userId: number) => month.get(userId) ?? null,
    setMonth: (tx: Tx, userId: number, limit: number | null) => setMonth.run(tx, limit, userId),
    limitsOf: (assistantId: number) => limitsOf.get(assistantId),
    assistants: (userId: number) => assistants.all(userId),
    addToConversation: (tx: Tx, id: number, amount: number) =>
      addToConversation.run(tx, amount, id),
    /** Deletes a batch of old days and deleted conversations; returns the number of rows. */
    forget: (tx: Tx, before: number, limit: number) => forget.run(tx, { before, limit }).changes,
  }
})
