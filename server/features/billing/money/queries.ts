import type { Purpose } from '#contracts/enums.ts'
import type { CountedRows } from '../../../db/counted-list.ts'
import { hidden } from '../../../db/hidden.ts'
import { EARLIEST, LATEST } from '../../../db/list-marks.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewEntry {
  readonly userId: number
  readonly kind: string
  readonly amount: number
  readonly balance: number
  readonly reference: string | null
  readonly note: string | null
  readonly now: number
}

/** A ledger entry: micro-dollars, and ms since 1970. */
export interface LedgerRow {
  readonly id: number
  readonly kind: string
  readonly amount: number
  readonly balance: number
  readonly reference: string | null
  readonly note: string | null
  readonly created_at: number
}

/** Filter of a ledger list; instants in ms, `to` excluded. */
interface LedgerFilter {
  readonly kind?: Purpose | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Amounts spent and added in the quarter of an hour starting at `at`. */
export interface SpendingRow {
  readonly measure:
    | 'spent.sms'
    | 'spent.messenger'
    | 'spent.call'
    | 'spent.llm'
    | 'spent.number'
    | 'top_up'
  readonly at: number
  readonly amount: number
}

/** All SQL for balances and the ledger. Amounts are micro-dollars. */
export const moneyQueries = oncePerDb((sql) => {
  const balance = sql.read<[number], number>('SELECT balance FROM users WHERE id = ?').pluck()
  const move = sql
    .write<[{ userId: number; amount: number }], number>(`
      UPDATE users SET balance = balance + :amount
      WHERE id = ${hidden(':userId')} AND balance + :amount >= 0 RETURNING balance
    `)
    .pluck()
  const insert = sql.write<[NewEntry], LedgerRow>(`
    INSERT INTO ledger (user_id, kind, amount, balance, reference, note, created_at)
    VALUES (:userId, :kind, :amount, :balance, :reference, :note, :now)
    RETURNING id, kind, amount, balance, reference, note, created_at
  `)
  const amountOf = sql
    .read<[number, string, string], number>(`
      SELECT amount FROM ledger
      WHERE user_id = ${hidden('?')} AND kind = ${hidden('?')} AND reference = ${hidden('?')}
    `)
    .pluck()
  const list = (index: string, fits: string) => {
    const rows = `FROM ledger INDEXED BY ${index} WHERE user_id = ${hidden(':userId')} ${fits}
      AND created_at >= ${hidden(':from')}`
    const newest = `ORDER BY created_at DESC, id DESC LIMIT ${hidden(':limit')}`
    const columns = 'SELECT id, kind, amount, balance, reference, note, created_at'
    const isBefore = `created_at < ${hidden(':to')}`
    return {
      count: sql.read<[object], number>(`SELECT count(*) ${rows} AND ${isBefore}`).pluck(),
      page: sql.read<[object], LedgerRow>(
        `${columns} ${rows} AND ${isBefore} ${newest} OFFSET ${hidden(':offset')}`,
      ),
      after: sql.read<[object], LedgerRow>(
        `${columns} ${rows} AND (created_at, id) < (${hidden(':to')}, ${hidden(':rowId')}) ${newest}`,
      ),
    }
  }
  const lists = {
    all: list('ledger_by_time', ''),
    ofPurpose: list('ledger_by_purpose', `AND purpose = ${hidden(':kind')}`),
  }
  const held = sql
    .read<[{ userId: number; kind: string; references: string }], number>(`
      SELECT coalesce(sum(-amount), 0) FROM ledger
      WHERE user_id = :userId AND kind = :kind AND reference IN (SELECT value FROM json_each(:references))
    `)
    .pluck()
  const spending = sql.read<[{ userId: number; from: number }], SpendingRow>(`
    SELECT measure, slot * 900000 AS at, value AS amount FROM tallies
    WHERE user_id = :userId AND assistant_id = 0
      AND measure IN ('spent.sms', 'spent.messenger', 'spent.call', 'spent.llm', 'spent.number', 'top_up')
      AND slot >= :from / 900000
  `)
  return {
    balance: (userId: number) => balance.get(userId) ?? 0,
    isAccount: (userId: number) => balance.get(userId) !== undefined,
    /** Changes a balance unless it would become negative; returns the new one. */
    move: (tx: Tx, userId: number, amount: number) => move.get(tx, { userId, amount }),
    insert: (tx: Tx, entry: NewEntry) => insert.get(tx, entry)!,
    /** The amount of the single entry of a kind and reference. */
    amountOf: (userId: number, kind: string, reference: string) =>
      amountOf.get(userId, kind, reference),
    /** Matching entries, newest first. */
    entries(userId: number, filter: LedgerFilter): CountedRows<LedgerRow> {
      const { kind, from = EARLIEST, to = LATEST } = filter
      const { count, page, after } = kind === undefined ? lists.all : lists.ofPurpose
      const asked = { userId, kind, from, to }
      return {
        total: count.get(asked)!,
        rows: (slice) => page.all({ ...asked, ...slice }),
        slices: function* (limit) {
          let place = { to, rowId: 0 }
          while (true) {
            const rows = after.all({ ...asked, ...place, limit })
            if (rows.length > 0) yield rows
            const last = rows.at(-1)
            if (!last || rows.length < limit) return
            place = { to: last.created_at, rowId: last.id }
          }
        },
      }
    },
    /** Amount reserved for these references. */
    held: (userId: number, purpose: Purpose, references: readonly number[]) =>
      held.get({
        userId,
        kind: `${purpose}.hold`,
        references: JSON.stringify(references.map(String)),
      })!,
    /** Amounts spent and added per quarter of an hour since an instant. */
    spending: (userId: number, from: Date) => spending.all({ userId, from: from.getTime() }),
  }
})
