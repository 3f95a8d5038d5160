/*
 * GET    /user/me            getMe
 * PUT    /user/me            updateMe
 * GET    /user/users         listUsers
 * POST   /user/users         createUser
 * GET    /user/api-keys      listApiKeys
 * POST   /user/api-keys      createApiKey
 * DELETE /user/api-keys/:id  deleteApiKey
 */
import {
  createApiKey,
  createUser,
  deleteApiKey,
  getMe,
  listApiKeys,
  listUsers,
  type SignInLink,
  updateMe,
} from '#contracts/accounts.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { ifSet, toInstant } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { notFound } from '../../errors.ts'
import { assertSpeaksFor } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { createKey } from './api-key.ts'
import type { Issuer } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { askToConfirm } from './operators/confirm-email.ts'
import { operatorQueries } from './operators/queries.ts'
import { presentAccount } from './present.ts'
import { accountQueries } from './queries.ts'
import { writeRevocations } from './revocations.ts'
import { createSignInLink } from './sessions/sign-in.ts'

/** Issuer of a new key, which ends with it: the key that created it, or else the operator. */
const issuerOf = ({ keyId, operatorId }: Operator): Issuer =>
  keyId === null ? { operatorId, keyId } : { operatorId: null, keyId }

/** Accounts and their API keys. */
export const accountRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const accounts = accountQueries(db)
  const operators = operatorQueries(db)

  handle(getMe, ({ principal }) => presentAccount(db, principal.userId))

  handle(
    updateMe,
    async ({ principal, body, localizer }) => {
      // The first owner's sign-in links go to the address of the account.
      if (body.email !== undefined) assertSpeaksFor(principal, { role: 'owner', granted: null })
      await write((tx) => {
        const before = operators.first(principal.userId)
        accounts.updateUser(tx, principal.userId, body.name, body.email)
        askToConfirm(tx, context, before, operators.first(principal.userId), localizer.language)
      })
      return presentAccount(db, principal.userId)
    },
    ({ email }, { userId }) => takenEmail(email, userId),
  )

  handle(listUsers, () => ({
    data: accounts.users().map(({ id, name, email, is_owner, created_at }) => ({
      id,
      name,
      email,
      is_owner: is_owner === 1,
      created_at: toInstant(created_at),
    })),
  }))

  handle(
    createUser,
    async ({ body }) => {
      const { user, key } = await openAccount(context, body)
      return {
        message: 'User created successfully',
        user,
        api_key: { id: key.id, name: key.name, token: key.token },
        sign_in: await write((tx) => linkOf(tx, user.id)),
      }
    },
    ({ email }) => takenEmail(email),
  )

  handle(listApiKeys, ({ principal }) => ({
    api_keys: accounts.keys(principal.userId).map((key) => ({
      id: key.id,
      name: key.name,
      issued_by: key.issued_by,
      last_used_at: ifSet(key.last_used_at, toInstant),
      created_at: toInstant(key.created_at),
    })),
  }))

  handle(createApiKey, async ({ principal, body }) => {
    const { id, name, token, created_at } = await write((tx) =>
      createKey(tx, context, principal.userId, { name: body.name, issuer: issuerOf(principal) }),
    )
    return {
      message: 'API key created successfully',
      api_key: { id, name, token, created_at: toInstant(created_at) },
    }
  })

  handle(deleteApiKey, async ({ principal, params }) => {
    const ended = accounts.endedWith({ operatorId: null, keyId: params.id })
    if (!(await write((tx) => accounts.deleteKey(tx, principal.userId, params.id))))
      throw notFound('api_key_not_found')
    for (const credential of ended) hub.dismiss(credential)
    await writeRevocations(context)
    return { message: 'API key deleted successfully' }
  })

  /** A sign-in link for an account's first operator. */
  function linkOf(tx: Tx, userId: number): SignInLink {
    const first = operators.first(userId)
    const { url, expiresAt } = createSignInLink(tx, context, { userId, operatorId: first.id }, null)
    return { url, expires_at: toInstant(expiresAt) }
  }

  /** Fault if another account has the email address. */
  function takenEmail(email: string | undefined, butFor?: number): FieldFaults {
    const isTaken = email !== undefined && accounts.isEmailTaken(email, butFor)
    return isTaken ? { email: [fault('taken')] } : {}
  }
}
