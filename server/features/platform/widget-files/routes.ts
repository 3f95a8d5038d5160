import { type RequestHandler, Router } from 'express'
import type { Context } from '../../../context.ts'
import { sendVariant } from '../../../http/send-variant.ts'
import { createVariants } from '../../../http/variants.ts'
import { BUILT_WIDGET, IMMUTABLE_NAME, keepRelease, releasesFolder } from './release.ts'

/** The widget's files by their names (a launcher that tries again adds a slash), at the root for the tag and below `/widget/` for everything else. */
const FILE = /^\/(?:widget\/+|\/*)((?:widget|chat|parley)[\w-]*\.(?:js|d\.ts|zip))$/

/** The widget's files: evergreen ones of this build, and those of earlier ones that websites have pinned. */
export function widgetFileRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const variantsOf = createVariants()
  if (!db.memory) keepRelease(config.dataDir)

  /** Forms of a file, from this build or, where it is one for ever, from an earlier one. */
  function find(name: string) {
    const built = variantsOf(BUILT_WIDGET, name)
    if (built.length > 0 || db.memory || !IMMUTABLE_NAME.test(name)) return built
    return variantsOf(releasesFolder(config.dataDir), name)
  }

  router.get(FILE, anySite, (req, res, next) => {
    const name = FILE.exec(req.path)![1]!
    const isLasting = IMMUTABLE_NAME.test(name)
    if (!isLasting) res.set('Cache-Control', 'no-cache')
    sendVariant({ req, res, next }, find(name), { isLasting })
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
