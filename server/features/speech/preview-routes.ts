import { Router } from 'express'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Http } from '../../http/routes.ts'
import { PREVIEWS } from '../platform/lookups/preview-url.ts'
import { createPreviews } from './preview.ts'

/** Voice samples for players, which cannot send a key: as with the recorded previews, the URL with its 256 random bits grants access. */
export function previewRoutes(context: Context & Http): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const previews = createPreviews(context)

  router.get(`${PREVIEWS}/:key`, async (req, res) => {
    const { key } = req.params
    if (!/^[\w-]{43}$/.test(key)) throw notFound()
    context.gate.limit('voicePreviews', addressKey(req.ip))
    const sample = await previews(key)
    if (!sample) throw notFound()
    res.set({ 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' })
    res.type('audio/wav').send(sample)
  })

  return router
}
