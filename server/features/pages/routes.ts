import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { ASSETS, DIST } from '../../assets.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { assistantQueries } from '../assistants/queries.ts'

const HASHED = {
  immutable: true,
  maxAge: '1y',
  index: false,
  redirect: false,
  fallthrough: true,
} as const
const REVALIDATED = { etag: true, cacheControl: false, index: false, redirect: false } as const

/** No inline script or style, no foreign resource, no frame around it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The operator app, the demo page, the API reference, the widget's files and the voice previews. */
export function pageRoutes({ db }: Pick<Context, 'db'>): Router {
  const router = Router({ strict: true })
  const renderer = path.join(DIST, 'renderer')

  router.get('/', (_req, res) => res.redirect('/app/'))
  router.get('/app', (_req, res) => res.redirect('/app/'))
  router.get('/app/{*screen}', page(path.join(renderer, 'index.html')))
  router.get('/api/docs', page(path.join(renderer, 'reference', 'index.html')))
  router.get(
    '/demo',
    page(path.join(renderer, 'demo', 'index.html'), (html, asked) => {
      const uuid = /^[0-9a-f-]{36}$/i.test(asked)
        ? asked
        : (assistantQueries(db).firstActive()?.uuid ?? '')
      return html.replaceAll('{{assistant}}', uuid)
    }),
  )

  router.use('/assets', express.static(path.join(renderer, 'assets'), HASHED))
  router.use(
    '/voices',
    express.static(path.join(ASSETS, 'voices'), { ...REVALIDATED, extensions: [] }),
  )
  router.get('/widget.js', anySite, express.static(path.join(DIST, 'widget'), REVALIDATED))
  router.use('/widget', anySite, express.static(path.join(DIST, 'widget'), REVALIDATED))
  return router
}

/** The widget's files are the same for everybody and may be loaded by every website. */
const anySite: RequestHandler = (_req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-cache',
  })
  next()
}

/** Serves a page of the build; `fill` puts in what the request asks for. */
function page(
  file: string,
  fill: (html: string, assistant: string) => string = (html) => html,
): RequestHandler {
  return (req, res) => {
    if (!existsSync(file))
      throw new AppError('unavailable', 'The pages are not built yet. Run: npm run build')
    const { assistant } = req.query
    res.set({
      'Content-Security-Policy': PAGE_POLICY,
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-cache',
    })
    res
      .type('html')
      .send(fill(readFileSync(file, 'utf8'), typeof assistant === 'string' ? assistant : ''))
  }
}
