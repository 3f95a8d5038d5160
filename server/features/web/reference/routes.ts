import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { openApiDocument } from './openapi.ts'

/** The OpenAPI document, for tools. The page that shows it is `/api/docs`. */
export function referenceRoutes({ origin, version }: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  // Created lazily, because the origin is only known once the server listens.
  let document: Promise<object> | undefined
  router.get('/openapi.json', async (_req, res) => {
    document ??= openApiDocument({ origin: origin(), version })
    res.json(await document)
  })
  return router
}
