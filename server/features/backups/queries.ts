import { oncePerDb } from '../../db/once-per-db.ts'

interface Settings {
  readonly every_hours: number
  readonly keep: number
  readonly last_proven_at: number | null
  readonly last_fault: string | null
}

/** All SQL about backups: how often, how many, and what became of the last one. */
export const backupQueries = oncePerDb((db) => {
  const get = db.prepare<[], Settings>(
    'SELECT every_hours, keep, last_proven_at, last_fault FROM backup_settings',
  )
  const change = db.prepare<[number, number]>(
    'UPDATE backup_settings SET every_hours = ?, keep = ?',
  )
  const proven = db.prepare<[number | null]>(
    'UPDATE backup_settings SET last_proven_at = ?, last_fault = NULL',
  )
  const failed = db.prepare<[string]>('UPDATE backup_settings SET last_fault = ?')
  return {
    settings: () => get.get()!,
    change: (everyHours: number, keep: number) => change.run(everyHours, keep),
    proven: (at: number | null) => proven.run(at),
    failed: (fault: string) => failed.run(fault),
  }
})
