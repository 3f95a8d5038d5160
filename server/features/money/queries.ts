import { oncePerDb } from '../../db/once-per-db.ts'

interface NewEntry {
  readonly userId: number
  readonly kind: string
  readonly amount: number
  readonly balance: number
  readonly reference: string | null
  readonly note: string | null
  readonly now: number
}

export interface LedgerRow {
  readonly id: number
  readonly kind: string
  readonly amount: number
  readonly balance: number
  readonly reference: string | null
  readonly note: string | null
  readonly created_at: number
}

/** All SQL about balances and the ledger. Amounts are micro-dollars. */
export const moneyQueries = oncePerDb((db) => {
  const balance = db.prepare<[number], number>('SELECT balance FROM users WHERE id = ?').pluck()
  const move = db
    .prepare<[{ userId: number; amount: number }], number>(`
      UPDATE users SET balance = balance + :amount WHERE id = :userId AND balance + :amount >= 0 RETURNING balance
    `)
    .pluck()
  const insert = db.prepare<[NewEntry]>(`
    INSERT INTO ledger (user_id, kind, amount, balance, reference, note, created_at)
    VALUES (:userId, :kind, :amount, :balance, :reference, :note, :now)
  `)
  const find = db.prepare<[number, string, string], LedgerRow>(
    'SELECT * FROM ledger WHERE user_id = ? AND kind = ? AND reference = ?',
  )

  return {
    balance: (userId: number) => balance.get(userId) ?? 0,
    /** Changes a balance unless it would fall below zero; returns the new one. */
    move: (userId: number, amount: number) => move.get({ userId, amount }),
    insert: (entry: NewEntry) => Number(insert.run(entry).lastInsertRowid),
    find: (userId: number, kind: string, reference: string) => find.get(userId, kind, reference),
  }
})
