import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { createKeptDocument } from './kept-document.ts'

/** The OpenAPI document, for tools. The page that shows it is `/api/docs`. */
export function referenceRoutes(context: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  const document = createKeptDocument(context)
  router.get('/openapi.json', async (_req, res) => {
    res.json(await document())
  })
  return router
}
