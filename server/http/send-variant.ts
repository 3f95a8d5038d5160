import path from 'node:path'
import type { NextFunction, Request, Response } from 'express'
import { acceptedForm } from './accepted-form.ts'
import type { Variant } from './variants.ts'

const IMMUTABLE = { immutable: true, maxAge: '1y' } as const
const REVALIDATED = { cacheControl: false } as const

interface Exchange {
  readonly req: Request
  readonly res: Response
  readonly next: NextFunction
}

interface Options {
  /** True if the address never gets another content. */
  readonly isLasting: boolean
}

/** Sends the smallest form of a file that the client accepts; passes the request on if there is none. */
export function sendVariant(
  { req, res, next }: Exchange,
  variants: readonly Variant[],
  { isLasting }: Options,
): void {
  const best = acceptedForm({ req, res }, variants)
  if (!best) {
    next()
    return
  }
  res.type(best.type).set('ETag', best.etag)
  const options = {
    root: path.dirname(best.file),
    lastModified: false,
    acceptRanges: false,
    ...(isLasting ? IMMUTABLE : REVALIDATED),
  }
  res.sendFile(path.basename(best.file), options, (error) => {
    if (!error || res.headersSent) return
    for (const header of ['Content-Encoding', 'ETag', 'Vary']) res.removeHeader(header)
    next()
  })
}
