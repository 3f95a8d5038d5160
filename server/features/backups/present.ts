import type { Backup, Backups } from '#contracts/backups.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../context.ts'
import type { BackupFacts } from '../../db/copies/store.ts'
import { toInstant } from '../../db/time.ts'
import { may } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import { isBusy } from './exclusive.ts'
import { countOf } from './pool.ts'
import { backupQueries } from './queries.ts'
import { nextAt } from './schedule.ts'
import { storeOf } from './store.ts'

/** A backup as shown at the desk. */
export function presentBackup(
  { files, created_at, proven_at, ...facts }: BackupFacts,
  localizer: Localizer,
): Backup {
  const { id, bytes, rows, schema, fault } = facts
  return {
    id,
    created_at: toInstant(created_at),
    bytes,
    files: countOf(files),
    rows,
    schema,
    proven_at: instantOr(proven_at),
    fault: fault && localizer.translate(fault),
  }
}

/** All backups, with their schedule. */
export function presentBackups(
  context: Context,
  operator: Operator,
  localizer: Localizer,
): Backups {
  const { db } = context
  const { last_proven_at, last_fault, ...settings } = backupQueries(db).settings()
  const store = storeOf(context)
  return {
    ...settings,
    last_fault: localizer.translateStored(last_fault),
    folder: db.memory ? null : store.folder,
    is_running: isBusy(context),
    next_at: instantOr(nextAt(context)?.getTime()),
    last_proven_at: instantOr(last_proven_at),
    can_change: may(operator, 'server.restore'),
    data: db.memory ? [] : store.all().map((facts) => presentBackup(facts, localizer)),
  }
}

const instantOr = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toInstant(ms)
