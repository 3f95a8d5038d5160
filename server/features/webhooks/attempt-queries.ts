import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A stored attempt. Times in ms, headers as JSON. */
export interface AttemptRow {
  readonly number: number
  readonly started_at: number
  readonly duration_ms: number
  readonly request_headers: string
  readonly response_status: number | null
  readonly response_headers: string | null
  readonly response_body: string | null
  readonly error: StoredFault | null
}

interface NewAttempt extends Omit<AttemptRow, 'number'> {
  readonly delivery_id: number
}

/** All SQL for delivery attempts. */
export const attemptQueries = oncePerDb((sql) => {
  const insert = sql
    .write<[NewAttempt], number>(`
      INSERT INTO webhook_attempts (
        delivery_id, number, started_at, duration_ms, request_headers, response_status, response_headers, response_body,
        error
      ) VALUES (
        :delivery_id, (
          SELECT ifnull(max(number), 0) + 1 FROM webhook_attempts WHERE delivery_id = :delivery_id
        ), :started_at, :duration_ms, :request_headers, :response_status, :response_headers, :response_body, :error
      ) RETURNING number
    `)
    .pluck()
  const forget = sql.write<[number, number]>(
    'DELETE FROM webhook_attempts WHERE delivery_id = ? AND number <= ?',
  )
  const of = sql.read<[number], AttemptRow>(
    'SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY number DESC',
  )

  return {
    /** Adds an attempt and deletes all but the newest `kept` ones. */
    add(tx: Tx, attempt: NewAttempt, kept: number): void {
      const number = insert.get(tx, attempt)!
      if (number > kept) forget.run(tx, attempt.delivery_id, number - kept)
    },
    /** The attempts of a delivery, newest first. */
    of: (deliveryId: number) => of.all(deliveryId),
  }
})
