import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { RECORDING_NAME } from '../../../providers/voice/recordings.ts'

/**
 * The recordings of calls, for players and for receivers of webhooks, which have no key: whoever knows the name of a
 * recording, 256 random bits, may hear it.
 */
export function recordingRoutes({ recordings }: Pick<Context, 'recordings'>): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/recordings/:name', (req, res, next) => {
    const { name } = req.params
    if (!RECORDING_NAME.test(name)) throw notFound()
    res.type('audio/wav')
    res.set('Content-Disposition', 'inline')
    const options = { root: recordings.folder(), cacheControl: false, etag: true }
    res.set('Cache-Control', 'private, no-cache')
    res.sendFile(name, options, (error?: Error & { status?: number }) => {
      if (!error || res.headersSent) return
      if (error.status === 416) res.status(416).json({ message: 'Range not satisfiable.' })
      else next(error.status === 404 ? notFound() : error)
    })
  })

  return router
}
