/*
 * POST   /user/exports              createExport
 * POST   /user/restores             createRestore
 * POST   /user/backups/:id/restore  restoreBackup
 * POST   /user/restores/:id/apply   applyRestore
 */
import { setTimeout as delay } from 'node:timers/promises'
import { applyRestore, createExport, createRestore, restoreBackup } from '#contracts/restores.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { exclusively } from '../exclusive.ts'
import { assertPossible } from '../make.ts'
import { storeOf } from '../store.ts'
import { Foreign, planStaged, stageBackup } from './stage.ts'
import { type Ticket, ticketsOf } from './tickets.ts'
import { Unusable } from './unpack.ts'

/** Delay for the response to be sent before the server restarts, ms. */
const EXIT_DELAY_MS = 250

/** Exports and restores. Staged data replaces the current data at the next start. */
export const restoreRoutes: Routes = (context) => {
  const { handle } = context
  const tickets = ticketsOf(context)

  handle(createExport, ({ body }) => issue('export', '/exports', body.passphrase))

  handle(createRestore, ({ body }) => issue('restore', '/restores', body.passphrase))

  handle(restoreBackup, async ({ params, body }) => {
    assertPossible(context)
    const facts = storeOf(context).find(params.id)
    if (!facts) throw notFound('backup_not_found')
    await exclusively(context, () => usable(() => stageBackup(context, facts, body.accept_foreign)))
    return startAgain(context)
  })

  handle(applyRestore, ({ params, body }) => {
    assertPossible(context)
    const staged = tickets.staged(params.id)
    if (!staged) throw notFound('restore_not_found')
    if (staged.isForeign && !body.accept_foreign) throw new AppError('archive_from_elsewhere')
    return startAgain(context)
  })

  function issue(kind: Ticket['kind'], path: string, passphrase: string | undefined) {
    const { id, expiresAt } = tickets.issue(kind, passphrase)
    return { id, url: `${path}/${id}`, expires_at: toInstant(expiresAt) }
  }
}

/** Turns the reason for an unusable backup into a conflict. */
export async function usable<result>(work: () => Promise<result>): Promise<result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unusable)
      throw new AppError('archive_not_restorable', { params: { reason: error.fault } })
    if (error instanceof Foreign) throw new AppError('archive_from_elsewhere')
    throw error
  }
}

function startAgain(context: Context) {
  const { restart } = context
  planStaged(context)
  if (restart) void delay(EXIT_DELAY_MS).then(restart)
  return {
    message: restart
      ? 'Parley starts again with what was restored.'
      : 'What was restored is there when Parley starts again.',
    restarts: restart !== undefined,
  }
}
