/*
 * GET    /user/sessions      listSessions
 * DELETE /user/sessions/:id  endSession
 * DELETE /user/sessions      endOtherSessions
 */
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OperatorSession,
} from '#contracts/access.ts'
import { ifSet, toInstant } from '../../../db/time.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { accountQueries, type SessionRow } from '../queries.ts'

/** An account's sessions: list and end them. */
export const accessRoutes: Routes = (context) => {
  const { handle, db, write, hub, now } = context
  const accounts = accountQueries(db)

  handle(listSessions, ({ principal }) => ({
    data: accounts.sessions(principal.userId, now()).map((row) => presentSession(row, principal)),
  }))

  handle(endSession, async ({ principal: { userId, role }, params: { id } }) => {
    const row = accounts.sessions(userId, now()).find((one) => one.id === id)
    if (!row) throw notFound('session_not_found')
    if (row.operator_role === 'owner' && role !== 'owner') throw new AppError('owner_role')
    await write((tx) => accounts.endSession(tx, userId, id))
    hub.dismiss(`session:${id}`)
    return { message: 'Session ended successfully' }
  })

  handle(endOtherSessions, async ({ principal }) => {
    const { userId, role, sessionId } = principal
    const ended = await write((tx) =>
      accounts.endOtherSessions(tx, userId, sessionId ?? 0, role === 'owner'),
    )
    for (const id of ended) hub.dismiss(`session:${id}`)
    return { message: 'Sessions ended successfully', ended: ended.length }
  })
}

function presentSession(
  row: SessionRow,
  { sessionId }: Pick<Operator, 'sessionId'>,
): OperatorSession {
  return {
    id: row.id,
    kind: row.kind,
    operator: { id: row.operator_id, name: row.operator_name, role: row.operator_role },
    is_this_one: row.id === sessionId,
    by_key: row.api_key_id !== null,
    issued_by: row.issued_by,
    user_agent: row.user_agent,
    address: row.address,
    last_used_at: ifSet(row.last_used_at, toInstant),
    expires_at: toInstant(row.expires_at),
    created_at: toInstant(row.created_at),
  }
}
