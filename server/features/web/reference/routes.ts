import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { createKeptDocument } from './kept-document.ts'

/** The OpenAPI document, for tools. The page that shows it is `/api/docs`. */
export function referenceRoutes(context: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  const document = createKeptDocument(context)
  router.get('/openapi.json', async (req, res) => {
    const { identity, br, gzip } = await document()
    res.vary('Accept-Encoding').type('json')
    if (req.acceptsEncodings('br')) res.set('Content-Encoding', 'br').send(br)
    else if (req.acceptsEncodings('gzip')) res.set('Content-Encoding', 'gzip').send(gzip)
    else res.send(identity)
  })
  return router
}
