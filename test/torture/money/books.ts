import path from 'node:path'
import Database from 'better-sqlite3'
import type { SmsStatus } from '#contracts/enums.ts'
import { outcomeOf } from './outcomes.ts'
import { arrivals } from './provider.ts'

/** Totals of the books after a run. */
export interface Audit {
  readonly messages: number
  readonly arrivals: number
  /** Maximum number of requests that reached the provider for one message. */
  readonly mostArrivals: number
  /** Maximum number of records with the same text. */
  readonly mostRecords: number
  /** Negative balances, at any time. */
  readonly negative: number
  /** Micro-dollars by which a balance, the entries' own balances or the sums of the ledger differ. */
  readonly difference: number
  /** Messages whose record, money and provider disagree. */
  readonly wrong: string[]
  /** Messages neither known to be sent nor known not to be. */
  readonly open: number
}

interface Row {
  readonly id: number
  readonly body: string
  readonly status: SmsStatus
  readonly total_cost: number
  readonly spent: number
}

/** Compares the ledger, the balance, the records and the provider's data, directly from the files. */
export function audit(folder: string): Audit {
  const db = new Database(path.join(folder, 'data', 'parley.db'), { readonly: true })
  try {
    const rows = db
      .prepare<[], Row>(`
        SELECT id, body, status, total_cost, -(
          SELECT sum(amount) FROM ledger WHERE reference = sms_messages.id AND kind LIKE 'sms.%'
        ) AS spent FROM sms_messages
      `)
      .all()
    const number = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
    const arrived = arrivals(folder)
    const byBody = Map.groupBy(arrived, (body) => body)
    return {
      messages: rows.length,
      arrivals: arrived.length,
      mostArrivals: Math.max(0, ...[...byBody.values()].map(({ length }) => length)),
      mostRecords: Math.max(
        0,
        ...[...Map.groupBy(rows, ({ body }) => body).values()].map(({ length }) => length),
      ),
      negative: number(
        'SELECT (SELECT count(*) FROM ledger WHERE balance < 0) + (SELECT count(*) FROM users WHERE balance < 0)',
      ),
      difference: number(`
        SELECT abs((SELECT sum(balance) FROM users) - (SELECT coalesce(sum(amount), 0) FROM ledger)) + (
          SELECT coalesce(sum(abs(balance - running)), 0) FROM (
            SELECT balance, sum(amount) OVER (PARTITION BY user_id ORDER BY id) AS running FROM ledger
          )
        )
      `),
      wrong: rows.filter((row) => !agrees(row, byBody.has(row.body))).map(describe),
      open: rows.filter(({ status }) => status === 'queued' || status === 'unknown').length,
    }
  } finally {
    db.close()
  }
}

/** True when a message cost what its record says, and counts as sent exactly when the provider sent it. */
function agrees({ body, status, total_cost, spent }: Row, hasArrived: boolean): boolean {
  if (spent !== total_cost) return false
  const isSent = hasArrived && outcomeOf(body).isSent
  if (status === 'failed') return !isSent && total_cost === 0
  return isSent && total_cost > 0
}

const describe = ({ id, body, status, total_cost, spent }: Row): string =>
  `${id} "${body}" is ${status}, costs ${total_cost}, paid ${spent}`
