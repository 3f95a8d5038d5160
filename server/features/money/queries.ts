import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Slice } from '../../http/pagination.ts'

interface NewEntry {
  readonly userId: number
  readonly kind: string
  readonly amount: number
  readonly balance: number
  readonly reference: string | null
  readonly note: string | null
  readonly now: number
}

/** An entry of the ledger: micro-dollars, and ms since 1970. */
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
      UPDATE users SET balance = balance + :amount
      WHERE id = ${hidden(':userId')} AND balance + :amount >= 0 RETURNING balance
    `)
    .pluck()
  const insert = db.prepare<[NewEntry], LedgerRow>(`
    INSERT INTO ledger (user_id, kind, amount, balance, reference, note, created_at)
    VALUES (:userId, :kind, :amount, :balance, :reference, :note, :now)
    RETURNING id, kind, amount, balance, reference, note, created_at
  `)
  const amountOf = db
    .prepare<[number, string, string], number>(`
      SELECT amount FROM ledger
      WHERE user_id = ${hidden('?')} AND kind = ${hidden('?')} AND reference = ${hidden('?')}
    `)
    .pluck()
  const count = db
    .prepare<[number], number>('SELECT count(*) FROM ledger WHERE user_id = ?')
    .pluck()
  const page = db.prepare<[{ userId: number } & Slice], LedgerRow>(`
    SELECT id, kind, amount, balance, reference, note, created_at FROM ledger
    WHERE user_id = ${hidden(':userId')} ORDER BY id DESC LIMIT ${hidden(':limit')} OFFSET ${hidden(':offset')}
  `)

  return {
    balance: (userId: number) => balance.get(userId) ?? 0,
    /** Changes a balance unless it would fall below zero; returns the new one. */
    move: (userId: number, amount: number) => move.get({ userId, amount }),
    insert: (entry: NewEntry) => insert.get(entry)!,
    /** The amount of the one entry of a kind and reference. */
    amountOf: (userId: number, kind: string, reference: string) =>
      amountOf.get(userId, kind, reference),
    count: (userId: number) => count.get(userId)!,
    page: (userId: number, slice: Slice) => page.all({ userId, ...slice }),
  }
})
