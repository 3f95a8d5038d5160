import { existsSync } from 'node:fs'
import path from 'node:path'
import compression from 'compression'
import { type RequestHandler, Router } from 'express'
import type { Context } from '../../../context.ts'
import { BUILT_WIDGET, keepRelease, LASTING, releasesFolder } from './release.ts'

/** The widget's files by their names (a launcher that tries again adds a slash), at the root for the tag and below `/widget/` for everything else. */
const FILE = /^\/(?:widget\/+|\/*)((?:widget|chat|parley)[\w-]*\.(?:js|d\.ts|zip))$/

const IMMUTABLE = { immutable: true, maxAge: '1y' } as const
const REVALIDATED = { etag: true, cacheControl: false } as const

/** The widget's files: evergreen ones of this build, and those of earlier ones that websites have pinned. */
export function widgetFileRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  if (!db.memory) keepRelease(config.dataDir)

  router.get(FILE, anySite, compression(), (req, res, next) => {
    const name = FILE.exec(req.path)![1]!
    const isLasting = LASTING.test(name)
    if (!isLasting) res.set('Cache-Control', 'no-cache')
    const isBuilt = existsSync(path.join(BUILT_WIDGET, name))
    if (!isBuilt && (db.memory || !isLasting)) return next()
    const root = isBuilt ? BUILT_WIDGET : releasesFolder(config.dataDir)
    const options = { root, ...(isLasting ? IMMUTABLE : REVALIDATED) }
    res.sendFile(name, options, (error) => error && !res.headersSent && next())
  })
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
