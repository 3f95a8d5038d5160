/*
 * GET    /user/operators                    listOperators
 * POST   /user/operators                    createOperator
 * PUT    /user/operators/:id                updateOperator
 * POST   /user/operators/:id/sign-in-links  createOperatorLink
 * DELETE /user/operators/:id                deleteOperator
 */
import {
  createOperator,
  createOperatorLink,
  deleteOperator,
  listOperators,
  type SignInLink,
  updateOperator,
} from '#contracts/operators.ts'
import { toInstant } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { accountQueries } from '../queries.ts'
import { createSignInLink } from '../sessions/sign-in.ts'
import { presentChange, presentOperator } from './present.ts'
import { type OperatorRow, operatorQueries } from './queries.ts'

/** The team of an account. */
export const operatorRoutes: Routes = (context) => {
  const { handle, db, write, events, hub, now } = context
  const operators = operatorQueries(db)
  const accounts = accountQueries(db)

  handle(listOperators, ({ principal: { userId, operatorId } }) => ({
    data: operators.team(userId).map((row) => presentOperator(row, operatorId)),
  }))

  handle(createOperator, ({ principal: { userId, operatorId }, body }) =>
    write((tx) => {
      const id = operators.insert(tx, userId, body.name, body.email ?? null, now())
      const row = find(userId, id)
      record(tx, 'operator.created', row)
      return {
        message: 'Operator created successfully',
        data: presentOperator(row, operatorId),
        sign_in: linkOf(tx, row),
      }
    }),
  )

  handle(updateOperator, ({ principal: { userId, operatorId }, params, body }) =>
    write((tx) => {
      operators.update(tx, find(userId, params.id), { name: body.name, email: body.email })
      const row = find(userId, params.id)
      record(tx, 'operator.updated', row)
      return {
        message: 'Operator updated successfully',
        data: presentOperator(row, operatorId),
      }
    }),
  )

  handle(createOperatorLink, async ({ principal: { userId }, params }) => ({
    message: 'Sign-in link created successfully',
    data: await write((tx) => linkOf(tx, find(userId, params.id))),
  }))

  handle(deleteOperator, async ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    if (row.is_first === 1) throw new AppError('first_operator')
    const sessions = await write((tx) => {
      operators.remove(tx, row.id, now())
      record(tx, 'operator.deleted', row)
      return accounts.endSessionsOf(tx, row.id)
    })
    for (const session of sessions) hub.dismiss(`session:${session}`)
    return { message: 'Operator removed successfully' }
  })

  function record(
    tx: Tx,
    type: `operator.${'created' | 'updated' | 'deleted'}`,
    row: OperatorRow,
  ): void {
    events.record(tx, { userId: row.user_id, type, payload: presentChange(row) })
  }

  function linkOf(tx: Tx, { id, user_id }: OperatorRow): SignInLink {
    const { url, expiresAt } = createSignInLink(tx, context, { userId: user_id, operatorId: id })
    return { url, expires_at: toInstant(expiresAt) }
  }

  function find(userId: number, id: number): OperatorRow {
    const row = operators.ofUser(userId, id)
    if (!row) throw notFound('operator_not_found')
    return row
  }
}
