import { timingSafeEqual } from 'node:crypto'
import type { CookieOptions } from 'express'
import {
  type Account,
  createApiKey,
  createUser,
  deleteApiKey,
  getMe,
  listApiKeys,
  listUsers,
  updateMe,
} from '#contracts/accounts.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { closeSession, createSignInLink, getSession, openSession } from '#contracts/sessions.ts'
import { ifSet, toInstant } from '../../db/time.ts'
import { InvalidFields, notFound, unauthenticated } from '../../errors.ts'
import { isSameOrigin } from '../../http/cors.ts'
import { cookieOf, hashOf, SESSION_COOKIE } from '../../http/principal.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { moneyQueries } from '../billing/money/queries.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { createKey } from './api-key.ts'
import { openAccount } from './open-account.ts'
import { accountQueries } from './queries.ts'
import { createOwnerLink, openBrowserSession } from './sign-in.ts'

export const accountRoutes: Routes = (context) => {
  const { handle, gate, db, write, config, control, hub } = context
  const accounts = accountQueries(db)

  handle(getMe, ({ principal }) => accountOf(principal.userId))

  handle(
    updateMe,
    async ({ principal, body }) => {
      await write((tx) => accounts.updateUser(tx, principal.userId, body.name, body.email))
      return accountOf(principal.userId)
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
      }
    },
    ({ email }) => takenEmail(email),
  )

  handle(listApiKeys, ({ principal }) => ({
    api_keys: accounts.keys(principal.userId).map((key) => ({
      id: key.id,
      name: key.name,
      last_used_at: ifSet(key.last_used_at, toInstant),
      created_at: toInstant(key.created_at),
    })),
  }))

  handle(createApiKey, async ({ principal, body }) => {
    const { id, name, token, created_at } = await write((tx) =>
      createKey(tx, context, principal.userId, body.name),
    )
    return {
      message: 'API key created successfully',
      api_key: { id, name, token, created_at: toInstant(created_at) },
    }
  })

  handle(deleteApiKey, async ({ principal, params }) => {
    const sessions = accounts.sessionsOfKey(principal.userId, params.id)
    if (!(await write((tx) => accounts.deleteKey(tx, principal.userId, params.id))))
      throw notFound('api_key_not_found')
    hub.dismiss(`key:${params.id}`)
    for (const id of sessions) hub.dismiss(`session:${id}`)
    return { message: 'API key deleted successfully' }
  })

  handle(openSession, async ({ body, req, res }) => {
    if (!isSameOrigin(req)) throw unauthenticated()
    gate.limit('signIns', addressKey(req.ip))
    const session = await openBrowserSession(context, body.secret)
    if (!session) {
      throw new InvalidFields({
        secret: [fault('secret_not_valid')],
      })
    }
    res.cookie(SESSION_COOKIE, session.cookie, {
      ...cookieOptions,
      maxAge: config.limits.sessionMs,
    })
    return accountOf(session.userId)
  })

  handle(getSession, ({ req }) => {
    // Keys are tried where a wrong one counts as a guess.
    const operator = req.headers.authorization === undefined ? gate.identify(req) : undefined
    return { account: operator ? accountOf(operator.userId) : null }
  })

  handle(closeSession, async ({ principal, req, res }) => {
    const cookie = cookieOf(req)
    if (cookie) await write((tx) => accounts.deleteSession(tx, hashOf(cookie)))
    hub.dismiss(principal.credential)
    res.clearCookie(SESSION_COOKIE, cookieOptions)
    return { message: 'Signed out' }
  })

  handle(createSignInLink, async ({ body, req }) => {
    gate.limit('signIns', addressKey(req.ip))
    if (!isSameOrigin(req) || !timingSafeEqual(hashOf(body.control), hashOf(control)))
      throw unauthenticated()
    const link = await createOwnerLink(context)
    return { url: link.url, expires_at: toInstant(link.expiresAt) }
  })

  const cookieOptions: CookieOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  }

  /** An e-mail address belongs to one account. */
  function takenEmail(email: string | undefined, butFor?: number): FieldFaults {
    const isTaken = email !== undefined && accounts.isEmailTaken(email, butFor)
    return isTaken ? { email: [fault('taken')] } : {}
  }

  function accountOf(userId: number): Account {
    const user = accounts.user(userId)
    if (!user) throw unauthenticated()
    return {
      name: user.name,
      email: user.email,
      total_balance: toDollars(moneyQueries(db).balance(user.id)),
    }
  }
}
