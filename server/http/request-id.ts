import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'

/** Gives an answer its `X-Request-Id`, which a 500 repeats and the log carries, and the headers of every answer. */
export function nameAnswer(res: ServerResponse): void {
  res.setHeader('X-Request-Id', randomUUID())
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'no-referrer')
}

/** Names every answer before anything else is done for it. */
export function requestId(): RequestHandler {
  return (_req, res, next) => {
    nameAnswer(res)
    next()
  }
}
