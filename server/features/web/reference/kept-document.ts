import type { Context } from '../../../context.ts'
import { openApiDocument } from './openapi.ts'

/** The OpenAPI document, generated when it is first asked for: only once the server listens is the origin known. A failure is not kept. */
export function createKeptDocument({ origin, version }: Pick<Context, 'origin' | 'version'>) {
  let document: Promise<object> | undefined
  return (): Promise<object> => {
    document ??= openApiDocument({ origin: origin(), version }).catch((error: unknown) => {
      document = undefined
      throw error
    })
    return document
  }
}
