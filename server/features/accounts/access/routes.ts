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
import { notFound } from '../../../errors.ts'
import { assertCovers, covers, grantsOf } from '../../../http/policy.ts'
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

  handle(endSession, async ({ principal, params: { id } }) => {
    const { userId } = principal
    const row = accounts.sessions(userId, now()).find((one) => one.id === id)
    if (!row) throw notFound('session_not_found')
    assertCovers(principal, roleOf(row))
    await write((tx) => accounts.endSession(tx, userId, id))
    hub.dismiss(`session:${id}`)
    return { message: 'Session ended successfully' }
  })

  handle(endOtherSessions, async ({ principal }) => {
    const { userId, sessionId, grants } = principal
    const ended = await write((tx) => {
      const ids = accounts
        .sessions(userId, now())
        .filter((row) => row.id !== sessionId && covers(grants, grantsOf(roleOf(row))))
        .map(({ id }) => id)
      for (const id of ids) accounts.endSession(tx, userId, id)
      return ids
    })
    for (const id of ended) hub.dismiss(`session:${id}`)
    return { message: 'Sessions ended successfully', ended: ended.length }
  })
}

const roleOf = ({ operator_role, operator_granted }: SessionRow) => ({
  role: operator_role,
  granted: operator_granted,
})

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
