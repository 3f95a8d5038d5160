import type { RuleEvent } from '#contracts/rule-fields.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface RuleRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly is_on: number
  /** Time since which it is on, ms since 1970. */
  readonly on_since: number
  readonly event: RuleEvent
  readonly minutes: number | null
  /** JSON. */
  readonly conditions: string
  /** JSON. */
  readonly actions: string
  readonly is_last: number
  readonly position: number
  readonly runs: number
  readonly last_run_at: number | null
  readonly updated_at: number
}

export type RuleFields = Pick<
  RuleRow,
  'name' | 'is_on' | 'event' | 'minutes' | 'conditions' | 'actions' | 'is_last'
>

interface NewRow extends RuleFields {
  readonly userId: number
  /** Index in the list; null for the end. */
  readonly position: number | null
  readonly now: number
}

/** All SQL for rules. */
export const ruleQueries = oncePerDb((sql) => {
  const all = sql.read<[number], RuleRow>(
    'SELECT * FROM rules WHERE user_id = ? ORDER BY position, id',
  )
  const find = sql.read<[number, number], RuleRow>(
    'SELECT * FROM rules WHERE id = ? AND +user_id = ?',
  )
  const inForce = sql.read<[number, RuleEvent], RuleRow>(`
    SELECT * FROM rules INDEXED BY rules_in_force
    WHERE user_id = ${hidden('?')} AND event = ${hidden('?')} AND is_on = 1 ORDER BY position, id
  `)
  const count = sql.read<[number], number>('SELECT count(*) FROM rules WHERE user_id = ?').pluck()
  const accounts = sql
    .read<[], number>('SELECT DISTINCT user_id FROM rules WHERE is_on = 1')
    .pluck()
  const makeRoom = sql.write<[number, number]>(
    'UPDATE rules SET position = position + 1 WHERE user_id = ? AND position >= ?',
  )
  const insert = sql.write<[NewRow & { position: number }], RuleRow>(`
    INSERT INTO rules (
      user_id, name, is_on, on_since, event, minutes, conditions, actions, is_last, position, created_at, updated_at
    ) VALUES (
      :userId, :name, :is_on, :now, :event, :minutes, :conditions, :actions, :is_last, :position, :now, :now
    ) RETURNING *
  `)
  const next = sql
    .read<[number], number>('SELECT ifnull(max(position), -1) + 1 FROM rules WHERE user_id = ?')
    .pluck()
  const update = sql.write<[RuleFields & { id: number; onSince: number; now: number }], RuleRow>(`
    UPDATE rules SET name = :name, is_on = :is_on, on_since = :onSince, event = :event, minutes = :minutes,
      conditions = :conditions, actions = :actions, is_last = :is_last, updated_at = :now
    WHERE id = :id RETURNING *
  `)
  const remove = sql.write<[number]>('DELETE FROM rules WHERE id = ?')
  const place = sql.write<[number, number, number]>(
    'UPDATE rules SET position = ? WHERE id = ? AND user_id = ?',
  )
  const ran = sql.write<[number, number]>(
    'UPDATE rules SET runs = runs + 1, last_run_at = ? WHERE id = ?',
  )
  let known: ReadonlySet<number> | undefined
  const forget = (tx: Tx) =>
    tx.afterCommit(() => {
      known = undefined
    })

  return {
    /** In order. */
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** The active rules for an event, in order. */
    inForce: (userId: number, event: RuleEvent) => inForce.all(userId, event),
    count: (userId: number) => count.get(userId)!,
    /** Reports whether an account has active rules; from memory, because every message asks. */
    isRuled(userId: number): boolean {
      known ??= new Set(accounts.all())
      return known.has(userId)
    },
    insert(tx: Tx, { position, ...row }: NewRow): RuleRow {
      forget(tx)
      if (position !== null) makeRoom.run(tx, row.userId, position)
      return insert.get(tx, { ...row, position: position ?? next.get(row.userId)! })!
    },
    update(tx: Tx, row: RuleRow, fields: RuleFields, now: number): RuleRow {
      forget(tx)
      const isSame = row.is_on === 1 && row.event === fields.event && row.minutes === fields.minutes
      return update.get(tx, { ...fields, id: row.id, onSince: isSame ? row.on_since : now, now })!
    },
    remove(tx: Tx, id: number): void {
      forget(tx)
      remove.run(tx, id)
    },
    /** Sorts an account's rules: these ids come first, in this order. */
    sort(tx: Tx, userId: number, ids: readonly number[]): void {
      const rest = all.all(userId).flatMap(({ id }) => (ids.includes(id) ? [] : [id]))
      for (const [position, id] of [...ids, ...rest].entries()) place.run(tx, position, id, userId)
    },
    /** Counts a match. */
    ran: (tx: Tx, id: number, now: number) => ran.run(tx, now, id),
  }
})
