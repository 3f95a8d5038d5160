import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Logger } from '../log.ts'

/** Ids and names that authorise by themselves: conversations, attachments, recordings, sign-in. */
const CAPABILITIES = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=\/)[\w-]{40,}/gi

/** The path of a request for the log, without authorising ids. */
export const redactedPath = (url: string): string => url.split('?')[0]!.replace(CAPABILITIES, '…')

/**
 * Logs a response once it has been sent, with its path but never its query, headers or body, which may contain secrets.
 */
export function logAnswer(
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): void {
  if (!log.isLevelEnabled('info')) return
  const startedAt = performance.now()
  // Express shortens `url` on the way.
  const path = redactedPath(req.url!)
  res.once('close', () => {
    log.info(
      {
        request_id: requestId,
        method: req.method,
        path,
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  })
}

/** Logs every response. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    logAnswer(log, req, res, String(res.getHeader('X-Request-Id')))
    next()
  }
}
