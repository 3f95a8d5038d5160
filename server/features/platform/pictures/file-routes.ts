import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { ATTACHMENT_KEY } from '../../../providers/files/attachments.ts'
import { pictureQueries } from './queries.ts'

/** Pictures of assistants and operators, for the desk and for websites. The key, 256 random bits, is the only credential. */
export function pictureFileRoutes({ db }: Pick<Context, 'db'>): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/pictures/:key', (req, res) => {
    const { key } = req.params
    const content = ATTACHMENT_KEY.test(key) ? pictureQueries(db).byKey(key) : undefined
    if (!content) throw notFound()
    res.set({
      'Content-Type': 'image/jpeg',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    res.send(content)
  })

  return router
}
