import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from '../../../context.ts'
import type { Coded } from '../../../http/accepted-form.ts'
import { openApiDocument } from './openapi.ts'

/** A form in which the OpenAPI document is sent. */
export interface DocumentForm extends Coded {
  readonly body: Buffer
}

/** Brotli quality; the highest takes several times as long, for 4 % less. */
const QUALITY = 10

/** The OpenAPI document, generated when it is first asked for: only once the server listens is the origin known. A failure is not kept. */
export function createKeptDocument({ origin, version }: Pick<Context, 'origin' | 'version'>) {
  let document: Promise<readonly DocumentForm[]> | undefined

  /** The document's forms, smallest first. */
  async function generate(): Promise<readonly DocumentForm[]> {
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
    return [
      { coding: 'br', body: br },
      { coding: 'gzip', body: zipped },
      { coding: undefined, body: identity },
    ]
  }

  return (): Promise<readonly DocumentForm[]> => {
    document ??= generate().catch((error: unknown) => {
      document = undefined
      throw error
    })
    return document
  }
}
