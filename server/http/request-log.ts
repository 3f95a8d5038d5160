import type { RequestHandler } from 'express'
import type { Logger } from '../log.ts'

/** Logs each answer with its path, never its query, headers or body: those may hold secrets. */
export function requestLog(log: Logger): RequestHandler {
  if (!log.isLevelEnabled('info')) return (_req, _res, next) => next()
  return (req, res, next) => {
    const begun = performance.now()
    res.once('close', () => {
      log.info(
        {
          request_id: res.getHeader('X-Request-Id'),
          method: req.method,
          path: req.originalUrl.split('?')[0],
          status: res.statusCode,
          ms: Math.round(performance.now() - begun),
        },
        'request',
      )
    })
    next()
  }
}
