import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type Request, type RequestHandler, Router } from 'express'
import { ASSETS, DIST } from '../../../assets.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { sendVariant } from '../../../http/send-variant.ts'
import { createVariants } from '../../../http/variants.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { continueTexts } from './continue.ts'

const HASHED = {
  immutable: true,
  maxAge: '1y',
  index: false,
  redirect: false,
  fallthrough: true,
} as const
const REVALIDATED = { etag: true, cacheControl: false, index: false, redirect: false } as const

/** Files that the build compresses, all of which have a hash in their names. */
const COMPRESSED = /^\/assets\/([\w.-]+\.(?:js|css))$/

/** Forbids inline scripts and styles, foreign resources, and framing. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The same for pages that the app frames itself. */
const FRAMED_POLICY = PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

const UUID = /^[0-9a-f-]{36}$/i

/** The operator app, the demo page, the page of private links, previews of the widget, the API reference and the voice previews. */
export function pageRoutes({ db }: Pick<Context, 'db'>): Router {
  const router = Router({ strict: true })
  const renderer = path.join(DIST, 'renderer')

  router.get('/', (_req, res) => res.redirect('/app/'))
  router.get('/app', (_req, res) => res.redirect('/app/'))
  router.get('/app/service-worker.js', (_req, res) => {
    // Browsers look for a new version with each page.
    res.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': PAGE_POLICY })
    res.sendFile(path.join(renderer, 'service-worker.js'))
  })
  router.get('/app/{*screen}', page(path.join(renderer, 'index.html')))
  router.get('/api/docs', page(path.join(renderer, 'reference', 'index.html')))
  router.get(
    '/demo',
    page(path.join(renderer, 'demo', 'index.html'), {
      fill: ({ assistant = '' }) => ({
        assistant: UUID.test(assistant)
          ? assistant
          : (assistantQueries(db).firstActive()?.uuid ?? ''),
      }),
    }),
  )
  router.get(
    '/preview',
    page(path.join(renderer, 'preview', 'index.html'), { policy: FRAMED_POLICY }),
  )

  router.get(
    '/continue/:assistant',
    page(path.join(renderer, 'continue', 'index.html'), {
      fill: (_asked, req) => continueTexts({ db }, req),
    }),
  )

  const assets = path.join(renderer, 'assets')
  const variantsOf = createVariants()
  router.get(COMPRESSED, (req, res, next) => {
    const name = COMPRESSED.exec(req.path)![1]!
    sendVariant({ req, res, next }, variantsOf(assets, name), { isLasting: true })
  })
  router.use('/assets', express.static(assets, HASHED))
  router.get('/manifest.webmanifest', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('application/manifest+json')
    res.sendFile(path.join(renderer, 'manifest.webmanifest'))
  })
  router.use('/icons', express.static(path.join(renderer, 'icons'), REVALIDATED))
  router.use(
    '/voices',
    express.static(path.join(ASSETS, 'voices'), { ...REVALIDATED, extensions: [] }),
  )
  return router
}

interface PageOptions {
  readonly policy?: string
  /** Values for the `{{name}}` placeholders of the page. */
  readonly fill?: (
    asked: Readonly<Record<string, string>>,
    req: Request,
  ) => Readonly<Record<string, string>>
}

/** Serves a page of the build. */
function page(
  file: string,
  { policy = PAGE_POLICY, fill = () => ({}) }: PageOptions = {},
): RequestHandler {
  return (req, res) => {
    if (!existsSync(file)) throw new AppError('pages_not_built')
    res.set({
      'Content-Security-Policy': policy,
      'X-Frame-Options': policy === FRAMED_POLICY ? 'SAMEORIGIN' : 'DENY',
      'Cache-Control': 'no-cache',
      // Cuts the tie to a window that opened this one, or was opened by it.
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
    const filled = fill(textsOf(req), req)
    const html = readFileSync(file, 'utf8')
    res.type('html').send(html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? ''))
  }
}

/** The query parameters with a single text value. */
function textsOf({ query }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
