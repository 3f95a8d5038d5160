import path from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { DIST } from '../../assets.ts'
import type { Context } from '../../context.ts'
import { RELEASE, releasesFolder } from './release.ts'

const REVALIDATED = { etag: true, cacheControl: false, index: false, redirect: false } as const
const IMMUTABLE = { immutable: true, maxAge: '1y', index: false, redirect: false } as const

/** The widget's files: evergreen ones of this build, and launchers that websites have pinned. */
export function widgetFileRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Router {
  const router = Router({ strict: true })
  const built = path.join(DIST, 'widget')

  router.use(['/widget.js', '/widget'], anySite)
  if (!db.memory) {
    const pinned = express.static(releasesFolder(config.dataDir), IMMUTABLE)
    router.use('/widget', (req, res, next) =>
      RELEASE.test(req.path.slice(1)) ? pinned(req, res, next) : next(),
    )
  }
  router.get('/widget.js', fresh, express.static(built, REVALIDATED))
  router.use('/widget', fresh, express.static(built, REVALIDATED))
  return router
}

/** The widget's files are the same for everybody and may be loaded by every website. */
const anySite: RequestHandler = (_req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  next()
}

const fresh: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-cache')
  next()
}
