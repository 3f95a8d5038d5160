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

/** Gives every response its request id and the headers of every answer. */
export function requestId(): RequestHandler {
  return (_req, res, next) => {
    for (const [name, value] of Object.entries(headersOfEveryAnswer())) res.setHeader(name, value)
    next()
  }
}
