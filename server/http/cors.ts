import type { Request, RequestHandler, Response } from 'express'
import { isOwnLoopback } from '#contracts/loopback.ts'

/*
 * CORS for the visitor plane: the exact origin of a website that may show the assistant, never `*`, never an unchecked
 * one. The operator plane has no CORS.
 */

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
}

/** Decides if a page's origin may talk to an assistant with the given list of websites. */
export type OriginPolicy = (req: Request, allowed: readonly string[]) => boolean

/**
 * Allows the assistant's own list, this server itself and, on a server without a public address, every page on the same
 * machine (development). A request without an origin does not come from a page of another site.
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
 * Reports whether a request comes from a page of this server, or from no page at all. Compares the whole origin: a page
 * of `http://chat.example.com` is not one of `https://chat.example.com`. The Host has already been checked.
 */
export type SameOrigin = (req: Request) => boolean

/** Creates the check for a server with a local address and an optional public one. */
export function createSameOrigin(publicUrl: string | undefined): SameOrigin {
  const publicHost = publicUrl && new URL(publicUrl).host
  return ({ headers: { origin, host } }) =>
    origin === undefined || origin === (host === publicHost ? publicUrl : `http://${host}`)
}

/** Answers preflights of the visitor plane; an origin that no assistant allows gets a 204 without permission. */
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

/** Allows the requesting page to read the response. */
export function permit(req: Request, res: Response): void {
  const { origin } = req.headers
  if (origin === undefined) return
  res.set('Access-Control-Allow-Origin', origin)
  res.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
}

/** Revokes `permit`: the page is not on this assistant's list. */
export function forbid(res: Response): void {
  res.removeHeader('Access-Control-Allow-Origin')
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) && url.origin === origin && isOwnLoopback(url.hostname)
}
