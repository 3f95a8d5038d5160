import { Router } from 'express'
import type { Context } from '../../context.ts'
import { openApiDocument } from './openapi.ts'

/** The description of the API, for people's tools. The page that shows it is `/api/docs`. */
export function referenceRoutes({ origin, version }: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  router.get('/openapi.json', (_req, res) => {
    res.json(openApiDocument({ origin: origin(), version }))
  })
  return router
}
