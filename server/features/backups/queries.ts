import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

interface Settings {
  readonly every_hours: number
  readonly keep: number
  readonly last_proven_at: number | null
  readonly last_fault: StoredFault | null
}

/** All SQL for backups: schedule, number kept, and outcome of the last one. */
export const backupQueries = oncePerDb((sql) => {
  const get = sql.read<[], Settings>(
    'SELECT every_hours, keep, last_proven_at, last_fault FROM backup_settings',
  )
  const change = sql.write<[number, number]>('UPDATE backup_settings SET every_hours = ?, keep = ?')
  const proven = sql.write<[number | null]>(
    'UPDATE backup_settings SET last_proven_at = ?, last_fault = NULL',
  )
  const failed = sql.write<[StoredFault]>('UPDATE backup_settings SET last_fault = ?')
  return {
    settings: () => get.get()!,
    change: (tx: Tx, everyHours: number, keep: number) => change.run(tx, everyHours, keep),
    proven: (tx: Tx, at: number | null) => proven.run(tx, at),
    failed: (tx: Tx, fault: StoredFault) => failed.run(tx, fault),
  }
})
