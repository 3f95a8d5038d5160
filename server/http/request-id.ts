import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Gives every response an `X-Request-Id`, which a 500 repeats and the log carries, and the headers of every answer. */
export function requestId(): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('X-Request-Id', randomUUID())
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Referrer-Policy', 'no-referrer')
    next()
  }
}
