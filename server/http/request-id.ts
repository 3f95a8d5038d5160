import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** The headers of every answer. `X-Request-Id` is what a 500 repeats and the log carries. */
export function headersOfEveryAnswer() {
  return {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}

/** A year, s: browsers that have been here over https do not try anything else. */
const HSTS = 'max-age=31536000'

/** Gives every response its request id and the headers of every answer; under a public https address it is for https only. */
export function requestId(publicUrl: string | undefined): RequestHandler {
  const secureHost = publicUrl?.startsWith('https:') ? new URL(publicUrl).host : undefined
  return (req, res, next) => {
    for (const [name, value] of Object.entries(headersOfEveryAnswer())) res.setHeader(name, value)
    if (req.headers.host === secureHost) res.setHeader('Strict-Transport-Security', HSTS)
    next()
  }
}
