import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { secureHost } from './secure-host.ts'

/** A year, s: browsers that have been here over https do not try anything else. */
const HSTS = 'max-age=31536000'

/**
 * The headers of every answer. `X-Request-Id` is what a 500 repeats and the log carries.
 * @param isSecure whether the caller came by the public https address
 */
export function headersOfEveryAnswer(isSecure = false) {
  return {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(isSecure && { 'Strict-Transport-Security': HSTS }),
  }
}

/** Gives every response its request id and the headers of every answer. */
export function requestId(publicUrl: string | undefined): RequestHandler {
  const isSecure = secureHost(publicUrl)
  return (req, res, next) => {
    const headers = headersOfEveryAnswer(isSecure(req.headers.host))
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    next()
  }
}
