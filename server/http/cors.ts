import type { Request, RequestHandler, Response } from 'express'
import { isOwnLoopback } from '#contracts/loopback.ts'

/*
 * CORS of the visitor's plane: the exact origin of a website that may show the assistant, never `*`, never a reflected
 * one. The operator's plane has none at all.
 */

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
}

/** Says whether a page of an origin may talk to an assistant with this list of websites. */
export type OriginPolicy = (req: Request, allowed: readonly string[]) => boolean

/**
 * The assistant's own list, this server itself and, on a server without a public address, every page of the same
 * machine (development). A request without an origin comes from no page of another site.
 */
export function createOriginPolicy(publicUrl: string | undefined): OriginPolicy {
  const isSameOrigin = createSameOrigin(publicUrl)
  return (req, allowed) => {
    const { origin } = req.headers
    if (origin === undefined || isSameOrigin(req)) return true
    return (publicUrl === undefined && isLoopbackOrigin(origin)) || allowed.includes(origin)
  }
}

/**
 * Reports whether a request comes from a page of this server, or from no page at all. The whole origin counts: a page of
 * `http://chat.example.com` is not one of `https://chat.example.com`. The Host has been checked before.
 */
export type SameOrigin = (req: Request) => boolean

/** Makes the rule for a server that is reached on this machine and, if there is one, under its public address. */
export function createSameOrigin(publicUrl: string | undefined): SameOrigin {
  const publicHost = publicUrl && new URL(publicUrl).host
  return ({ headers: { origin, host } }) =>
    origin === undefined || origin === (host === publicHost ? publicUrl : `http://${host}`)
}

/** Answers preflights of the visitor's plane; an origin that no assistant admits gets a 204 without permission. */
export function preflight(isKnown: (req: Request) => boolean): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin')
    if (req.method !== 'OPTIONS') return next()
    if (isKnown(req)) {
      res.set(PREFLIGHT)
      permit(req, res)
    }
    res.status(204).end()
  }
}

/** Lets the page that asked read the answer. */
export function permit(req: Request, res: Response): void {
  const { origin } = req.headers
  if (origin === undefined) return
  res.set('Access-Control-Allow-Origin', origin)
  res.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
}

/** Takes back what `permit` gave: the page is not one of this assistant's. */
export function forbid(res: Response): void {
  res.removeHeader('Access-Control-Allow-Origin')
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) && url.origin === origin && isOwnLoopback(url.hostname)
}
