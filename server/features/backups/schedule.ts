import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../context.ts'
import { accountQueries } from '../accounts/queries.ts'
import { expired, MAX_AGE_MS } from './expire.ts'
import { makeBackup } from './make.ts'
import { sweepPool } from './pool.ts'
import { backupQueries } from './queries.ts'
import { storeOf } from './store.ts'

const HOUR_MS = 3_600_000
/** Interval between checks of the schedule, which may have changed, ms. */
const CHECK_INTERVAL_MS = 300_000
/** Delay before retrying a failed backup, ms. */
const RETRY_DELAY_MS = HOUR_MS

/** Copies made before the data is replaced or migrated. */
const SAFETY_COPY = /^(parley\.db\.before-schema-|replaced-)/

/**
 * Makes a backup if one is due, and deletes expired copies.
 * @returns time of the next check
 */
export async function backUpWhenDue(context: Context, stopping: AbortSignal): Promise<Date> {
  const { now, log, db } = context
  if (db.memory) return new Date(now().getTime() + CHECK_INTERVAL_MS)
  try {
    removeOld(context)
    if ((nextAt(context)?.getTime() ?? Number.POSITIVE_INFINITY) <= now().getTime())
      await makeBackup(context, stopping)
  } catch (error) {
    stopping.throwIfAborted()
    log.error({ err: error }, 'a recurring job failed')
    return new Date(now().getTime() + RETRY_DELAY_MS)
  }
  return new Date(now().getTime() + CHECK_INTERVAL_MS)
}

/** Time of the next scheduled backup; undefined when backups are manual. */
export function nextAt(context: Pick<Context, 'db' | 'config' | 'now'>): Date | undefined {
  const { every_hours } = backupQueries(context.db).settings()
  if (every_hours === 0 || context.db.memory) return undefined
  const [last] = storeOf(context).all()
  const now = context.now().getTime()
  // There is little to copy at first.
  if (!last) return new Date(dataCreatedAt(context) + HOUR_MS)
  // A clock that was set back must not delay backups.
  return new Date(Math.min(last.created_at, now) + every_hours * HOUR_MS)
}

/** Creation time of the data, ms since 1970. */
function dataCreatedAt({ db }: Pick<Context, 'db'>): number {
  return accountQueries(db)
    .users()
    .find(({ is_owner }) => is_owner === 1)!.created_at
}

function removeOld(context: Context): void {
  const { config, now, db } = context
  const store = storeOf(context)
  const { keep } = backupQueries(db).settings()
  for (const { id } of expired(store.all(), keep, now())) store.remove(id)
  sweepPool(store)
  const before = now().getTime() - MAX_AGE_MS
  for (const name of readdirSync(config.dataDir)) {
    const file = path.join(config.dataDir, name)
    if (SAFETY_COPY.test(name) && statSync(file).mtimeMs < before)
      rmSync(file, { recursive: true, force: true })
  }
}
