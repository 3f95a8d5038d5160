import { hidden } from './hidden.ts'
import { oncePerDb } from './once-per-db.ts'
import { SLOT_MS } from './tallies.ts'

/** A period, ms since 1970, aligned to slots of 15 minutes; `to` is exclusive. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Sum of each measure in a period. */
export type Sums = Readonly<Record<string, number>>

/** Tallies to sum; assistant 0 is the whole account. */
interface Wanted {
  readonly userId: number
  readonly assistantId: number
  readonly measures: readonly string[]
}

/** Sums tallies for a series of periods. */
export const tallySums = oncePerDb((sql) => {
  const sums = sql
    .read<[object], [measure: string, values: string]>(`
      WITH stretches AS MATERIALIZED (
        SELECT value ->> 0 AS first, value ->> 1 AS past FROM json_each(:stretches)
      )
      SELECT measures.value, (
        SELECT json_group_array((
          SELECT sum(value) FROM tallies
          WHERE user_id = ${hidden(':userId')} AND assistant_id = ${hidden(':assistantId')}
            AND measure = measures.value AND slot >= stretches.first AND slot < stretches.past
        )) FROM stretches
      )
      FROM json_each(:measures) AS measures
    `)
    .raw()
  return ({ userId, assistantId, measures }: Wanted, stretches: readonly Stretch[]): Sums[] => {
    const slots = stretches.map(({ from, to }) => [from / SLOT_MS, to / SLOT_MS])
    const rows = sums.all({
      userId,
      assistantId,
      measures: JSON.stringify(measures),
      stretches: JSON.stringify(slots),
    })
    const columns = rows.map(
      ([measure, values]) => [measure, JSON.parse(values) as (number | null)[]] as const,
    )
    return stretches.map((_, index) =>
      Object.fromEntries(columns.map(([measure, values]) => [measure, values[index] ?? 0])),
    )
  }
})
