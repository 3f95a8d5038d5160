import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from '../../../context.ts'
import { openApiDocument } from './openapi.ts'

/** The OpenAPI document as it is sent, by content coding. */
export interface KeptDocument {
  readonly identity: Buffer
  readonly gzip: Buffer
  readonly br: Buffer
}

/** Brotli quality; the highest takes several times as long, for 4 % less. */
const QUALITY = 10

/** The OpenAPI document, generated when it is first asked for: only once the server listens is the origin known. A failure is not kept. */
export function createKeptDocument({ origin, version }: Pick<Context, 'origin' | 'version'>) {
  let document: Promise<KeptDocument> | undefined

  async function generate(): Promise<KeptDocument> {
    const identity = Buffer.from(
      JSON.stringify(await openApiDocument({ origin: origin(), version })),
    )
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    }
    const [zipped, br] = await Promise.all([
      promisify(gzip)(identity),
      promisify(brotliCompress)(identity, { params }),
    ])
    return { identity, gzip: zipped, br }
  }

  return (): Promise<KeptDocument> => {
    document ??= generate().catch((error: unknown) => {
      document = undefined
      throw error
    })
    return document
  }
}
