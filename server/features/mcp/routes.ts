/*
 * POST   /mcp  callMcp
 */
import type { RequestListener } from 'node:http'
import { callMcp } from '#contracts/mcp.ts'
import type { Routes } from '../../http/routes.ts'

interface Extra {
  /** Answers a request made in this process. */
  readonly serve: RequestListener
}

/** This Parley as a server of the Model Context Protocol. */
export const mcpRoutes: Routes<Extra> = (context) => {
  context.handle(callMcp, async ({ principal, body, req, res }) => {
    // The protocol's library loads at the first message: most servers never get one.
    const { respond } = await import('./respond.ts')
    const response = await respond(context, { principal, body, req })
    const text = await response.text()
    res.writeHead(response.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    res.end(text)
    return {}
  })
}
