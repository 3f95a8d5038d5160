/*
 * GET    /user/backups           getBackups
 * PUT    /user/backups/settings  updateBackupSettings
 * POST   /user/backups           createBackup
 * DELETE /user/backups/:id       deleteBackup
 */
import { createBackup, deleteBackup, getBackups, updateBackupSettings } from '#contracts/backups.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { assertPossible, makeBackup } from './make.ts'
import { sweepPool } from './pool.ts'
import { presentBackup, presentBackups } from './present.ts'
import { backupQueries } from './queries.ts'
import { storeOf } from './store.ts'

/** Backups, for the owner. */
export const backupRoutes: Routes = (context) => {
  const { handle, db, write } = context

  handle(getBackups, ({ principal, localizer }) => presentBackups(context, principal, localizer))

  handle(updateBackupSettings, async ({ principal, body, localizer }) => {
    await write((tx) => backupQueries(db).change(tx, body.every_hours, body.keep))
    return presentBackups(context, principal, localizer)
  })

  handle(createBackup, async ({ localizer }) => ({
    message: 'Backup created successfully',
    data: presentBackup(await makeBackup(context), localizer),
  }))

  handle(deleteBackup, ({ params }) => {
    assertPossible(context)
    const store = storeOf(context)
    if (!store.find(params.id)) throw notFound('backup_not_found')
    store.remove(params.id)
    sweepPool(store)
    return { message: 'Backup deleted successfully' }
  })
}
