import { encodeFault, type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { BackupFacts } from '../../db/copies/store.ts'
import { AppError } from '../../errors.ts'
import { accountQueries } from '../accounts/queries.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'
import { copyEverything } from './copy.ts'
import { exclusively } from './exclusive.ts'
import { expired } from './expire.ts'
import { sweepPool } from './pool.ts'
import { backupQueries } from './queries.ts'
import { storeOf } from './store.ts'

type Needs = Pick<
  Context,
  | 'db'
  | 'events'
  | 'now'
  | 'config'
  | 'log'
  | 'attachments'
  | 'recordings'
  | 'write'
  | 'installation'
>

/** Makes a backup, proves it by restoring into a scratch file, and only then deletes expired ones. A failed backup leaves the others untouched. */
export async function makeBackup(context: Needs, stopping?: AbortSignal): Promise<BackupFacts> {
  assertPossible(context)
  return exclusively(context, async () => {
    try {
      const facts = await copyAll(context, stopping)
      await report(context, facts)
      removeOldBackups(context)
      return facts
    } catch (error) {
      if (stopping?.aborted) throw error
      context.log.error({ err: error }, 'a backup failed')
      const reason = reasonOf(error)
      await report(context, { fault: reason, proven_at: null })
      throw new AppError('backup_failed', { params: { reason } })
    }
  })
}

/** @throws AppError `conflict` if the data is in memory only */
export function assertPossible({ db }: Pick<Needs, 'db'>): void {
  if (db.memory) throw new AppError('in_memory_only')
}

async function copyAll(context: Needs, stopping: AbortSignal | undefined): Promise<BackupFacts> {
  const { now } = context
  const store = storeOf(context)
  const id = store.newId(now())
  const folders = {
    attachments: store.poolOf('attachments'),
    recordings: store.poolOf('recordings'),
  }
  try {
    const copied = await copyEverything(
      context,
      { database: store.partialOf(id), folders },
      { stopping, known: store.all()[0]?.contents },
    )
    const facts = { id, proven_at: copied.fault === null ? now().getTime() : null, ...copied }
    store.keep(facts)
    return facts
  } catch (error) {
    store.remove(id)
    store.tidy()
    throw error
  }
}

/** Records the result in the settings, and raises a notice if the backup failed. */
async function report(
  context: Needs,
  { fault, proven_at }: Pick<BackupFacts, 'fault' | 'proven_at'>,
): Promise<void> {
  const { db, write } = context
  const owner = accountQueries(db).owner()
  const about = { userId: owner!.id, kind: 'backup_failed', subject: 'backup' } as const
  await write((tx) => {
    if (fault === null) {
      backupQueries(db).proven(tx, proven_at)
      dropNotice(tx, context, about)
    } else {
      backupQueries(db).failed(tx, encodeFault(fault))
      raiseNotice(tx, context, about, fault)
    }
  })
}

function removeOldBackups(context: Needs): void {
  const { db, now } = context
  const store = storeOf(context)
  const { keep } = backupQueries(db).settings()
  for (const { id } of expired(store.all(), keep, now())) store.remove(id)
  sweepPool(store)
}

function reasonOf(error: unknown): Fault<ReasonCode> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return fault('backup_disk_full')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'SQLITE_CANTOPEN')
    return fault('backup_folder_not_writable')
  return fault('see_log')
}
