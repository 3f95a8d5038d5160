/*
 * GET    /user/operators                    listOperators
 * POST   /user/operators                    createOperator
 * PUT    /user/operators/:id                updateOperator
 * PUT    /user/profile                      updateProfile
 * PUT    /user/profile/picture              setProfilePicture
 * DELETE /user/profile/picture              deleteProfilePicture
 * POST   /user/operators/:id/sign-in-links  createOperatorLink
 * DELETE /user/operators/:id/sign-in-links  revokeOperatorLinks
 * DELETE /user/operators/:id                deleteOperator
 */
import type { SignInLink } from '#contracts/accounts.ts'
import {
  createOperator,
  createOperatorLink,
  deleteOperator,
  deleteProfilePicture,
  listOperators,
  revokeOperatorLinks,
  setProfilePicture,
  updateOperator,
  updateProfile,
} from '#contracts/operators.ts'
import { toInstant } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { notFound } from '../../../errors.ts'
import { assertCovers, assertSpeaksFor } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { pictureQueries } from '../../platform/pictures/queries.ts'
import { receivePicture } from '../../platform/pictures/receive.ts'
import { savePicture } from '../../platform/pictures/save.ts'
import { accountQueries } from '../queries.ts'
import { writeRevocations } from '../revocations.ts'
import { createSignInLink } from '../sessions/sign-in.ts'
import { askToConfirm } from './confirm-email.ts'
import { givenRole } from './given-role.ts'
import { presentChange, presentOperator } from './present.ts'
import { type GivenRole, type OperatorRow, operatorQueries } from './queries.ts'
import { assertNotLastOwner, setRole } from './set-role.ts'

/** The team of an account. */
export const operatorRoutes: Routes = (context) => {
  const { handle, db, write, events, hub, now } = context
  const operators = operatorQueries(db)
  const accounts = accountQueries(db)

  handle(listOperators, ({ principal: { userId, operatorId } }) => ({
    data: operators.team(userId).map((row) => presentOperator(row, operatorId)),
  }))

  handle(createOperator, ({ principal, body }) =>
    write((tx) => {
      const { userId, operatorId } = principal
      const given = givenRole(db, userId, { ...body, role: body.role ?? 'agent' })!
      assertCovers(principal, given.grants)
      const { name, email = null } = body
      const id = operators.insert(tx, { userId, name, email, ...roleOf(given) }, now())
      const row = find(userId, id)
      record(tx, 'operator.created', row)
      return {
        message: 'Operator created successfully',
        data: presentOperator(row, operatorId),
        sign_in: linkOf(tx, row, operatorId),
      }
    }),
  )

  handle(updateOperator, async ({ principal, params, body, localizer }) => {
    const { userId, operatorId } = principal
    const updated = await write((tx) => {
      const before = findCovered(principal, params.id)
      const given = givenRole(db, userId, body)
      if (given) assertCovers(principal, given.grants)
      operators.update(tx, before, body)
      askToConfirm(tx, context, before, find(userId, before.id), localizer.language)
      if (given) setRole(tx, context, before, roleOf(given), operatorId)
      else record(tx, 'operator.updated', find(userId, before.id))
      return {
        message: 'Operator updated successfully',
        data: presentOperator(find(userId, before.id), operatorId),
      }
    })
    await writeRevocations(context)
    return updated
  })

  handle(updateProfile, ({ principal, body, localizer }) =>
    write((tx) => {
      const { userId, operatorId } = principal
      const before = findSelf(principal)
      operators.update(tx, before, body)
      const row = find(userId, operatorId)
      askToConfirm(tx, context, before, row, localizer.language)
      record(tx, 'operator.updated', row)
      return { message: 'Profile updated successfully', data: presentOperator(row, operatorId) }
    }),
  )

  handle(setProfilePicture, async ({ principal, body: { file } }) => {
    const { userId, operatorId } = principal
    const picture = await receivePicture(file)
    return await write((tx) => {
      savePicture(tx, context, findSelf(principal).user_id, { operatorId }, picture)
      const row = find(userId, operatorId)
      record(tx, 'operator.updated', row)
      return { message: 'Picture updated successfully', data: presentOperator(row, operatorId) }
    })
  })

  handle(deleteProfilePicture, ({ principal }) =>
    write((tx) => {
      const { userId, operatorId } = principal
      findSelf(principal)
      pictureQueries(db).remove(tx, { operatorId })
      const row = find(userId, operatorId)
      record(tx, 'operator.updated', row)
      return { message: 'Picture removed successfully', data: presentOperator(row, operatorId) }
    }),
  )

  handle(createOperatorLink, async ({ principal, params }) => ({
    message: 'Sign-in link created successfully',
    data: await write((tx) => linkOf(tx, findCovered(principal, params.id), principal.operatorId)),
  }))

  handle(revokeOperatorLinks, async ({ principal, params }) => {
    const revoked = await write((tx) => accounts.endLinks(tx, findCovered(principal, params.id).id))
    return { message: 'Sign-in links revoked', revoked }
  })

  handle(deleteOperator, async ({ principal, params }) => {
    const ended = await write((tx) => {
      const row = findCovered(principal, params.id)
      assertNotLastOwner(context, row)
      const credentials = accounts.endedWith({ operatorId: row.id, keyId: null })
      operators.remove(tx, row.id, now())
      record(tx, 'operator.deleted', row)
      if (row.id === principal.operatorId) accounts.endOwnAccess(tx, row.id)
      else accounts.endAccessOf(tx, row.id)
      return credentials
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

  /** An operator on whom the principal may act. */
  function findCovered(principal: Operator, id: number): OperatorRow {
    const row = find(principal.userId, id)
    assertCovers(principal, row)
    return row
  }

  /** The operator as whom the principal acts, to be changed. */
  function findSelf(principal: Operator): OperatorRow {
    const row = find(principal.userId, principal.operatorId)
    assertSpeaksFor(principal, row)
    return row
  }

  function find(userId: number, id: number): OperatorRow {
    const row = operators.ofUser(userId, id)
    if (!row) throw notFound('operator_not_found')
    return row
  }
}

const roleOf = ({ role, customRole }: GivenRole): GivenRole => ({ role, customRole })
