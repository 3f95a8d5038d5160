import express, { type Request, type Response } from 'express'
import { AppError, InvalidFields } from '../errors.ts'

interface BodyLimits {
  readonly bodyBytes: number
  readonly bodyDepth: number
}

/** Reads the JSON body of one request; `undefined` bodies are empty objects. */
export type ReadBody = (req: Request, res: Response) => Promise<unknown>

/**
 * Makes the reader of JSON bodies, in the order of decisions.md, section 1: 415, 413, 400, then 422 for what is nested
 * too deep to be stored.
 */
export function createBodyReader({ bodyBytes, bodyDepth }: BodyLimits): ReadBody {
  const parse = express.json({ limit: bodyBytes, strict: false })

  return async (req, res) => {
    assertJson(req)
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: unknown) => (error ? reject(translated(error)) : resolve()))
    })
    const body: unknown = req.body ?? {}
    if (deeperThan(body, bodyDepth)) {
      throw new InvalidFields({
        body: [`The body must not be nested deeper than ${bodyDepth} levels.`],
      })
    }
    return body
  }
}

/** Encodings of a body that are read; the limit holds for what comes out of them. */
const ENCODINGS = ['identity', 'gzip', 'deflate', 'br']

/** A request that could change something must say that it is JSON, which no plain form of a foreign page can. */
function assertJson(req: Request): void {
  const type = req.headers['content-type']
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (type === undefined ? hasBody : !/^application\/json\s*(;|$)/i.test(type)) throw notJson()
  if (!ENCODINGS.includes(req.headers['content-encoding']?.toLowerCase() ?? 'identity'))
    throw notJson()
}

const notJson = () =>
  new AppError('unsupported_media_type', 'The content type must be application/json.')

function translated(error: unknown): unknown {
  const { type } = error as { type?: string }
  switch (type) {
    case 'entity.too.large':
      return new AppError('too_large', 'The body is too large.')
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return notJson()
    case 'request.aborted':
    case 'request.size.invalid':
    case 'entity.parse.failed':
    case 'entity.verify.failed':
      return new AppError('bad_request', 'Malformed JSON.')
    default:
      // What is left are broken encodings (a gzip body that is none).
      return isClientError(error) ? new AppError('bad_request', 'Malformed JSON.') : error
  }
}

function isClientError(error: unknown): boolean {
  const { status, code } = error as { status?: number; code?: string }
  return (status !== undefined && status < 500) || (code?.startsWith('Z_') ?? false)
}

function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
    if (level.length === 0) return false
  }
  return true
}
