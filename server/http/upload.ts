import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../errors.ts'

/** Limits of a form's fields besides its file. */
const LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 8192,
  fieldArrayIndexLimit: 20,
}

/** Maximum overhead of the form around the file, bytes. */
const MAX_OVERHEAD_BYTES = 256 * 1024

/**
 * Reports whether a request declares a form that may contain files. Forms of foreign pages can do so too; the `Origin`
 * check and the strict session cookie reject those.
 */
export function isForm(req: Request): boolean {
  return /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')
}

/**
 * Creates the reader of forms with one file: the text fields as sent, the file as a `File` under its field. The file
 * stays in `folder` instead of memory until the response is sent; a handler that keeps it moves it. Failures follow the
 * order of docs/spec/decisions.md, section 1: 415, 413, 400, 422.
 * @param largest maximum size of the file, bytes
 */
export function createFormReader(largest: number, folder: () => string) {
  const forms = multer({
    storage: multer.diskStorage({ destination: (_req, _file, done) => done(null, folder()) }),
    limits: { ...LIMITS, fileSize: largest },
    defParamCharset: 'utf8',
  })

  return async (req: Request, res: Response, field: string): Promise<Record<string, unknown>> => {
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new AppError('compressed_form')
    }
    if (Number(req.headers['content-length'] ?? 0) > largest + MAX_OVERHEAD_BYTES) throw tooLarge()
    await new Promise<void>((resolve, reject) => {
      forms.single(field)(req, res, (error?: unknown) =>
        error ? reject(translated(error, field)) : resolve(),
      )
    })
    const { file } = req
    if (!file) return { ...req.body }
    finished(res, () => void rm(file.path, { force: true }))
    return { ...req.body, [field]: new ReceivedFile(await openAsBlob(file.path), file) }
  }
}

/** A received file on disk. */
class ReceivedFile extends File {
  readonly path: string

  constructor(content: Blob, { path, originalname, mimetype }: Express.Multer.File) {
    super([content], originalname, { type: mimetype })
    this.path = path
  }
}

/** Path of a received file, for moving it to its final place. */
export function receivedPath(file: File): string {
  if (file instanceof ReceivedFile) return file.path
  throw new TypeError('This file did not come in a form')
}

const tooLarge = () => new AppError('file_too_large')

const TOO_LARGE = ['FILE_SIZE', 'PART_COUNT', 'FIELD_COUNT', 'FIELD_KEY', 'FIELD_VALUE']

function translated(error: unknown, field: string): unknown {
  // The disk is full or failing.
  if (error instanceof Error && 'syscall' in error) return error

  const limit = error instanceof MulterError ? error.code.replace('LIMIT_', '') : ''
  if (limit === 'UNEXPECTED_FILE' || limit === 'FILE_COUNT') {
    return new InvalidFields({ [field]: [fault('not_one_file', { field })] })
  }
  if (TOO_LARGE.includes(limit)) return tooLarge()
  return new AppError('malformed_form')
}
