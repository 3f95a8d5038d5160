import type { Backup, Backups } from '#contracts/backups.ts'
import type { Context } from '../../context.ts'
import type { BackupFacts } from '../../db/copies/store.ts'
import { toInstant } from '../../db/time.ts'
import type { Operator } from '../../http/principal.ts'
import { isBusy } from './exclusive.ts'
import { countOf } from './pool.ts'
import { backupQueries } from './queries.ts'
import { nextAt } from './schedule.ts'
import { storeOf } from './store.ts'

/** A backup as the desk shows it. */
export function presentBackup({ files, created_at, proven_at, ...facts }: BackupFacts): Backup {
  const { id, bytes, rows, schema, fault } = facts
  return {
    id,
    created_at: toInstant(created_at),
    bytes,
    files: countOf(files),
    rows,
    schema,
    proven_at: instantOr(proven_at),
    fault,
  }
}

/** All of them, and how they come about. */
export function presentBackups(context: Context, { isByKey }: Operator): Backups {
  const { db } = context
  const { last_proven_at, ...settings } = backupQueries(db).settings()
  const store = storeOf(context)
  return {
    ...settings,
    folder: db.memory ? null : store.folder,
    is_running: isBusy(context),
    next_at: instantOr(nextAt(context)?.getTime()),
    last_proven_at: instantOr(last_proven_at),
    can_change: !isByKey,
    data: db.memory ? [] : store.all().map(presentBackup),
  }
}

const instantOr = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toInstant(ms)
