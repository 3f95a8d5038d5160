import { Router } from 'express'
import { isPicture } from '#contracts/attachment-fields.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { ATTACHMENT_KEY } from '../../../providers/files/attachments.ts'
import { attachmentQueries } from './queries.ts'

/**
 * Downloads for the desk and the visitor's browser alike: the key, 256 random bits, is the only credential. Nothing in
 * a file is ever executed: pictures are displayed inline, everything else is a download, and neither can run scripts
 * when opened as a page.
 */
export function attachmentFileRoutes({
  db,
  attachments,
}: Pick<Context, 'db' | 'attachments'>): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/attachments/:key', (req, res, next) => {
    const { key } = req.params
    const row = ATTACHMENT_KEY.test(key) ? attachmentQueries(db).byKey(key) : undefined
    if (!row) throw notFound()
    res.set({
      'Content-Type': /^text\/|json$/.test(row.media_type)
        ? 'text/plain; charset=utf-8'
        : row.media_type,
      'Content-Disposition': disposition(row.name, isPicture(row)),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // Websites show files that were sent to their visitors.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-cache',
    })
    const options = { root: attachments.folder(), cacheControl: false, etag: true }
    res.sendFile(key, options, (error?: Error & { status?: number }) => {
      if (!error || res.headersSent) return
      if (error.status === 416) res.status(416).json({ message: 'Range not satisfiable.' })
      else next(error.status === 404 ? notFound() : error)
    })
  })

  return router
}

/** RFC 6266: an ASCII name for old clients, the real name for all others. */
function disposition(name: string, isShown: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
