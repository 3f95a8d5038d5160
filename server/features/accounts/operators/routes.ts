/*
 * GET    /user/operators                    listOperators
 * POST   /user/operators                    createOperator
 * PUT    /user/operators/:id                updateOperator
 * PUT    /user/profile                      updateProfile
 * POST   /user/operators/:id/sign-in-links  createOperatorLink
 * DELETE /user/operators/:id                deleteOperator
 */
import type { SignInLink } from '#contracts/accounts.ts'
import {
  createOperator,
  createOperatorLink,
  deleteOperator,
  listOperators,
  updateOperator,
  updateProfile,
} from '#contracts/operators.ts'
import { toInstant } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { accountQueries } from '../queries.ts'
import { writeRevocations } from '../revocations.ts'
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
      const id = operators.insert(
        tx,
        { user_id: userId, name: body.name, email: body.email ?? null, role: body.role ?? 'agent' },
        now(),
      )
      const row = find(userId, id)
      record(tx, 'operator.created', row)
      return {
        message: 'Operator created successfully',
        data: presentOperator(row, operatorId),
        sign_in: linkOf(tx, row, operatorId),
      }
    }),
  )

  handle(updateOperator, async ({ principal: { userId, operatorId }, params, body }) => {
    // Their streams reconnect with the new permissions.
    const ended = body.role ? accounts.endedWith({ operatorId: params.id, keyId: null }) : []
    const updated = await write((tx) => {
      const before = find(userId, params.id)
      if (before.role === 'owner' && (body.role || before.id !== operatorId))
        throw new AppError('owner_role')
      const { name, email, role } = body
      operators.update(tx, before, { name, email, role })
      // Agents have no keys and sign nobody in.
      if (role === 'agent' && before.role !== 'agent') accounts.endIssuedBy(tx, before.id)
      const row = find(userId, params.id)
      record(tx, 'operator.updated', row)
      return {
        message: 'Operator updated successfully',
        data: presentOperator(row, operatorId),
      }
    })
    for (const held of ended) hub.dismiss(held)
    if (body.role) await writeRevocations(context)
    return updated
  })

  handle(updateProfile, ({ principal: { userId, operatorId }, body: { name, email } }) =>
    write((tx) => {
      operators.update(tx, find(userId, operatorId), { name, email, role: undefined })
      const row = find(userId, operatorId)
      record(tx, 'operator.updated', row)
      return { message: 'Profile updated successfully', data: presentOperator(row, operatorId) }
    }),
  )

  handle(createOperatorLink, async ({ principal: { userId, operatorId }, params }) => {
    const row = find(userId, params.id)
    if (row.role === 'owner' && row.id !== operatorId) throw new AppError('owner_role')
    return {
      message: 'Sign-in link created successfully',
      data: await write((tx) => linkOf(tx, row, operatorId)),
    }
  })

  handle(deleteOperator, async ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    if (row.is_first === 1) throw new AppError('first_operator')
    const ended = accounts.endedWith({ operatorId: row.id, keyId: null })
    await write((tx) => {
      operators.remove(tx, row.id, now())
      record(tx, 'operator.deleted', row)
      accounts.endAccessOf(tx, row.id)
    })
    for (const credential of ended) hub.dismiss(credential)
    await writeRevocations(context)
    return { message: 'Operator removed successfully' }
  })

  function record(
    tx: Tx,
    type: `operator.${'created' | 'updated' | 'deleted'}`,
    row: OperatorRow,
  ): void {
    events.record(tx, { userId: row.user_id, type, payload: presentChange(row) })
  }

  function linkOf(tx: Tx, { id, user_id }: OperatorRow, issuedBy: number): SignInLink {
    const holder = { userId: user_id, operatorId: id }
    const { url, expiresAt } = createSignInLink(tx, context, holder, issuedBy)
    return { url, expires_at: toInstant(expiresAt) }
  }

  function find(userId: number, id: number): OperatorRow {
    const row = operators.ofUser(userId, id)
    if (!row) throw notFound('operator_not_found')
    return row
  }
}
