/*
 * GET    /user/assistants/unable  listBlockedAssistants
 */
import { listBlockedAssistants } from '#contracts/blocked-assistants.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { blockedReason } from './blocked.ts'

/** Assistants that currently cannot answer. */
export const blockedAssistantRoutes: Routes = (context) => {
  const { handle, db } = context

  handle(listBlockedAssistants, ({ principal: { userId } }) => ({
    data: assistantQueries(db)
      .all(userId)
      .flatMap((assistant) => {
        const { id, uuid, name } = assistant
        const reason = blockedReason(context, assistant)
        return reason ? [{ id, uuid, name, reason }] : []
      }),
  }))
}
