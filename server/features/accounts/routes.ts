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
  const { handle, gate, db, config, control, hub } = context
  const accounts = accountQueries(db)

  handle(getMe, ({ principal }) => accountOf(principal.userId))

  handle(
    updateMe,
    ({ principal, body }) => {
      accounts.updateUser(principal.userId, body.name, body.email)
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
    ({ body }) => {
      const { user, key } = openAccount(context, body)
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

  handle(createApiKey, ({ principal, body }) => {
    const { id, name, token, created_at } = createKey(context, principal.userId, body.name)
    return {
      message: 'API key created successfully',
      api_key: { id, name, token, created_at: toInstant(created_at) },
    }
  })

  handle(deleteApiKey, ({ principal, params }) => {
    const sessions = accounts.sessionsOfKey(principal.userId, params.id)
    if (!accounts.deleteKey(principal.userId, params.id)) throw notFound('api_key_not_found')
    hub.dismiss(`key:${params.id}`)
    for (const id of sessions) hub.dismiss(`session:${id}`)
    return { message: 'API key deleted successfully' }
  })

  handle(openSession, ({ body, req, res }) => {
    if (!isSameOrigin(req)) throw unauthenticated()
    gate.limit('signIns', addressKey(req.ip))
    const session = openBrowserSession(context, body.secret)
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

  handle(closeSession, ({ principal, req, res }) => {
    const cookie = cookieOf(req)
    if (cookie) accounts.deleteSession(hashOf(cookie))
    hub.dismiss(principal.credential)
    res.clearCookie(SESSION_COOKIE, cookieOptions)
    return { message: 'Signed out' }
  })

  handle(createSignInLink, ({ body, req }) => {
    gate.limit('signIns', addressKey(req.ip))
    if (!isSameOrigin(req) || !timingSafeEqual(hashOf(body.control), hashOf(control)))
      throw unauthenticated()
    const link = createOwnerLink(context)
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
