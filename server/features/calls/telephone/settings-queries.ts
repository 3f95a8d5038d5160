import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** The account that carries telephone calls. */
interface Settings {
  readonly account: string
  /** Its voice-capable numbers, E.164. */
  readonly numbers: readonly string[]
}

/** All SQL for the carrier of telephone calls. */
export const settingsQueries = oncePerDb((sql) => {
  const find = sql.read<[], { account: string; numbers: string }>(
    'SELECT account, numbers FROM telephone_provider',
  )
  const save = sql.write<[{ account: string; numbers: string; now: number }]>(`
    INSERT INTO telephone_provider (id, account, numbers, updated_at) VALUES (1, :account, :numbers, :now)
    ON CONFLICT DO UPDATE SET account = :account, numbers = :numbers, updated_at = :now
  `)
  const remove = sql.write('DELETE FROM telephone_provider')

  return {
    /** Undefined while calls are off. */
    find(): Settings | undefined {
      const row = find.get()
      return row && { account: row.account, numbers: JSON.parse(row.numbers) }
    },
    save: (tx: Tx, { account, numbers }: Settings, now: Date) =>
      save.run(tx, { account, numbers: JSON.stringify(numbers), now: now.getTime() }),
    remove: (tx: Tx) => remove.run(tx),
  }
})
