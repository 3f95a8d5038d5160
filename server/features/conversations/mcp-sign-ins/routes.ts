/*
 * POST   /user/mcp-servers/:id/sign-in  startMcpSignIn
 * DELETE /user/mcp-servers/:id/sign-in  endMcpSignIn
 */
import type { Request } from 'express'
import { isOwnLoopback } from '#contracts/loopback.ts'
import { endMcpSignIn, startMcpSignIn } from '#contracts/mcp-sign-ins.ts'
import { toDateTime } from '../../../db/time.ts'
import { AppError, notFound } from '../../../errors.ts'
import { hashOf } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { secureHost } from '../../../http/secure-host.ts'
import { presentMcpServer } from '../mcp-servers/present.ts'
import { type McpServerRow, mcpServerQueries } from '../mcp-servers/queries.ts'
import { withoutTokens } from './authority.ts'
import { createBrowserMark } from './browser-mark.ts'
import { revokeTokens } from './end.ts'
import { CALLBACK_PATH, type PendingSignIns, SIGN_IN_MS } from './pending.ts'
import { mcpSignInQueries } from './queries.ts'
import { startSignIn } from './start.ts'
import { noteSignedOut } from './state.ts'

/** Sign-ins at MCP servers by OAuth: their start and their end. The browser returns to `callback-routes.ts`. */
export const mcpSignInRoutes: Routes<{ readonly pendingSignIns: PendingSignIns }> = (context) => {
  const { handle, gate, db, write, now, config, pendingSignIns } = context
  const mark = createBrowserMark(context)
  const isPublic = secureHost(config.publicUrl)

  handle(startMcpSignIn, async ({ principal, params, body, req, res, localizer }) => {
    const server = find(principal.userId, params.id)
    const cookie = gate.sessionCookie.read(req)
    if (principal.sessionId === null || cookie === undefined)
      throw new AppError('mcp_sign_in_at_desk')
    gate.limit('mcpSignIns', String(principal.userId))
    const { client_id: id, client_secret: secret = null } = body
    const { url, message } = await startSignIn(context, pendingSignIns, {
      server,
      redirectUrl: `${originOf(req)}${CALLBACK_PATH}`,
      session: hashOf(cookie),
      browser: isInApp(req) ? null : hashOf(mark.set(req, res)),
      typed: id === undefined || id === null ? id : { id, secret },
    })
    return {
      ok: url !== null,
      message: localizer.translate(message),
      authorization_url: url,
      expires_at: url === null ? null : toDateTime(now().getTime() + SIGN_IN_MS),
      data: presentMcpServer(db, find(principal.userId, params.id), localizer),
    }
  })

  handle(endMcpSignIn, async ({ principal: { userId }, params, localizer }) => {
    const server = find(userId, params.id)
    const signIn = await write((tx) => {
      const current = mcpSignInQueries(db).find(userId, server.id)
      if (current) noteSignedOut(tx, context, server, withoutTokens(current))
      return current
    })
    const isRevoked = signIn ? await revokeTokens(context, userId, signIn) : false
    const data = presentMcpServer(db, find(userId, params.id), localizer)
    return { message: 'Signed out', is_revoked: isRevoked, data }
  })

  /** Origin of the desk, to which the browser returns. */
  const originOf = ({ headers: { host } }: Request): string =>
    isPublic(host) ? config.publicUrl! : `http://${host}`

  /**
   * Reports whether a sign-in is started in the desktop app, whose links open in the system's browser: that one returns to the loopback address, which no other
   * machine reaches (RFC 8252, section 7.3). Headers alone prove nothing: only a server of the app, which nobody reaches from elsewhere, believes them.
   */
  function isInApp({ headers }: Request): boolean {
    if (!config.isInApp || config.publicUrl !== undefined) return false
    const { hostname } = new URL(`http://${headers.host}`)
    return isOwnLoopback(hostname) && /\bElectron\//.test(headers['user-agent'] ?? '')
  }

  function find(userId: number, id: number): McpServerRow {
    const row = mcpServerQueries(db).find(userId, id)
    if (!row) throw notFound('mcp_server_not_found')
    return row
  }
}
