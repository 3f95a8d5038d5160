import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { acceptedForm } from '../../../http/accepted-form.ts'
import { createKeptDocument } from './kept-document.ts'

/** The OpenAPI document, for tools. The page that shows it is `/api/docs`. */
export function referenceRoutes(context: Pick<Context, 'origin' | 'version'>): Router {
  const router = Router()
  const document = createKeptDocument(context)
  router.get('/openapi.json', async (req, res) => {
    const form = acceptedForm({ req, res }, await document())
    res.type('json').send(form!.body)
  })
  return router
}
