import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { secureHost } from './secure-host.ts'

/** A year, s: browsers that connected by https once will not use http again. */
const HSTS = 'max-age=31536000'

/**
 * Headers of every response. `X-Request-Id` is repeated in a 500 and in the log.
 * @param isSecure true if the caller used the public https address
 */
export function headersOfEveryAnswer(isSecure = false) {
  return {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(isSecure && { 'Strict-Transport-Security': HSTS }),
  }
}

/** Gives every response its request id and the common headers. */
export function requestId(publicUrl: string | undefined): RequestHandler {
  const isSecure = secureHost(publicUrl)
  return (req, res, next) => {
    const headers = headersOfEveryAnswer(isSecure(req.headers.host))
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    next()
  }
}
