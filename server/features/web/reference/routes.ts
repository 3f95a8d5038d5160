import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { openApiDocument } from './openapi.ts'

/** The description of the API, for people's tools. The page that shows it is `/api/docs`. */
export function referenceRoutes({ origin, version }: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  // Where the server is reached is known once it listens, and stays.
  let document: object | undefined
  router.get('/openapi.json', (_req, res) => {
    document ??= openApiDocument({ origin: origin(), version })
    res.json(document)
  })
  return router
}
