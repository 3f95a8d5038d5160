import express, { type Request, type RequestHandler, type Response } from 'express'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import { objectOf } from '#contracts/scalars.ts'
import { AppError, InvalidFields } from '../errors.ts'
import { csvRecords, LINES } from './csv.ts'
import { createFormReader, isForm } from './upload.ts'

interface BodyLimits {
  readonly bodyBytes: number
  readonly bodyDepth: number
  readonly csvBytes: number
  readonly uploadBytes: number
  readonly attachmentBytes: number
}

/**
 * Reads the body of a request: JSON, or CSV or a form if the endpoint accepts it. A missing body becomes an empty
 * object.
 */
export type ReadBody = (
  req: Request,
  res: Response,
  endpoint: Pick<AnyEndpoint, 'csv' | 'upload'>,
  /** Maximum size of a JSON body without a key, bytes; files are attachments. */
  bytes?: number,
) => Promise<unknown>

/**
 * Creates the reader of bodies, which checks in the order of docs/spec/decisions.md, section 1: 415, 413, 400, then 422
 * for nesting too deep to be stored.
 * @param uploads folder for files being received
 */
export function createBodyReader(limits: BodyLimits, uploads: () => string): ReadBody {
  const { bodyBytes, bodyDepth, csvBytes } = limits
  const jsonUpTo = oncePerKey((limit: number) => express.json({ limit, strict: false }))
  const readText = express.text({ limit: csvBytes, type: () => true })
  const formUpTo = oncePerKey((limit: number) => createFormReader(limit, uploads))

  /** Maximum sizes of a JSON body and of a file, bytes. */
  const largestOf = (bytes: number | undefined) =>
    bytes === undefined
      ? { json: bodyBytes, file: limits.uploadBytes }
      : { json: bytes, file: limits.attachmentBytes }

  return async (req, res, endpoint, bytes) => {
    const { csv, upload } = endpoint
    if (upload !== undefined && isForm(req)) {
      return formUpTo(largestOf(bytes).file)(req, res, upload)
    }
    if (csv !== undefined && isCsv(req)) {
      await read(readText, req, res)
      const { records, lines } = await csvRecords((req.body as string | undefined) ?? '')
      return { [csv]: records, [LINES]: lines }
    }
    assertJson(req, upload === undefined ? JSON_TYPE : `${JSON_TYPE} or multipart/form-data`)
    await read(jsonUpTo(largestOf(bytes).json), req, res)
    const body = objectOf(req.body ?? {})
    if (deeperThan(body, bodyDepth)) {
      // A rule about fields, so the endpoint's own messages apply.
      res.locals['endpoint'] = endpoint
      throw new InvalidFields({
        body: [fault('body_too_deep', { count: bodyDepth })],
      })
    }
    return body
  }
}

/** Memoises by key; there are few keys. */
function oncePerKey<value>(make: (key: number) => value): (key: number) => value {
  const made = new Map<number, value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

function read(reader: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    reader(req, res, (error?: unknown) => (error ? reject(translated(error)) : resolve()))
  })
}

/** Supported content encodings; the size limit applies to the decoded body. */
const ENCODINGS = ['identity', 'gzip', 'deflate', 'br']

/** Requests with side effects must declare JSON, which a plain form on a foreign page cannot. */
function assertJson(req: Request, expected: string): void {
  const type = req.headers['content-type']
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (type === undefined ? hasBody : !/^application\/json\s*(;|$)/i.test(type))
    throw notJson(expected)
  assertEncoding(req)
}

/** CSV in UTF-8; like JSON, a plain form on a foreign page cannot declare it. */
function isCsv(req: Request): boolean {
  if (!/^text\/csv\s*(;\s*charset="?utf-8"?\s*)?$/i.test(req.headers['content-type'] ?? ''))
    return false
  assertEncoding(req)
  return true
}

function assertEncoding(req: Request): void {
  if (!ENCODINGS.includes(req.headers['content-encoding']?.toLowerCase() ?? 'identity'))
    throw notJson()
}

const JSON_TYPE = 'application/json'

const notJson = (expected = JSON_TYPE) =>
  new AppError('wrong_content_type', { params: { type: expected } })

function translated(error: unknown): unknown {
  const { type } = error as { type?: string }
  switch (type) {
    case 'entity.too.large':
      return new AppError('body_too_large')
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return notJson()
    case 'request.aborted':
    case 'request.size.invalid':
    case 'entity.parse.failed':
    case 'entity.verify.failed':
      return new AppError('malformed_json')
    default:
      // Only broken encodings are left, such as an invalid gzip body.
      return isClientError(error) ? new AppError('malformed_json') : error
  }
}

function isClientError(error: unknown): boolean {
  const { status, code } = error as { status?: number; code?: string }
  return (status !== undefined && status < 500) || (code?.startsWith('Z_') ?? false)
}

/** Reports whether a JSON value is nested deeper than the given number of levels. */
export function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
    if (level.length === 0) return false
  }
  return true
}
