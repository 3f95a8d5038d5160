import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import { type AnyEndpoint, spellingsOf } from '#contracts/endpoint.ts'
import type { Paths } from './paths.ts'

interface ShortcutOptions {
  readonly app: Express
  /** Steps that every request passes before the API, in the app's order. */
  readonly steps: readonly RequestHandler[]
  /** Handlers of the API by their path below `/api`. */
  readonly paths: Paths<RequestHandler>
  /** Endpoints of the API; the repeatable ones take the shortcut. */
  readonly endpoints: Iterable<AnyEndpoint>
  readonly onError: ErrorRequestHandler
}

/** Mount of the API. */
const BASE = '/api'

/**
 * Routes requests of hot endpoints past Express's router, which would check a dozen mounts: the same steps, handler and
 * error handling, called in sequence. Everything else goes to the app.
 */
export function createShortcut({
  app,
  steps,
  paths,
  endpoints,
  onError,
}: ShortcutOptions): RequestListener {
  const hot = new Set([...endpoints].filter(({ repeatable }) => repeatable).flatMap(addressesOf))
  return (incoming, outgoing) => {
    const { method, url = '' } = incoming
    const end = url.indexOf('?')
    const path = url.slice(BASE.length, end === -1 ? undefined : end)
    const isHot = url.startsWith(BASE) && hot.has(`${method} ${path}`)
    const match = isHot ? paths.find(method!, path) : undefined
    if (!match?.found) return void app(incoming, outgoing)
    const { req, res } = asExpress(app, incoming, outgoing)
    const fail = (error: unknown) => onError(error, req, res, ignore)
    try {
      for (const step of steps) step(req, res, ignore)
      req.originalUrl = url
      req.baseUrl = BASE
      req.url = url.slice(BASE.length)
      req.params = match.found.params
      Promise.resolve(match.found.handler(req, res, ignore)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

const addressesOf = (endpoint: AnyEndpoint): string[] =>
  spellingsOf(endpoint).map(({ method, path }) => `${method} ${path}`)

const ignore = () => undefined

/** Prepares a request and its response for Express's handlers, like Express does at its entry. */
function asExpress(app: Express, incoming: IncomingMessage, outgoing: ServerResponse) {
  const req = Object.setPrototypeOf(incoming, app.request) as Request
  const res = Object.setPrototypeOf(outgoing, app.response) as Response
  req.res = res
  res.req = req
  res.locals = Object.create(null)
  return { req, res }
}
