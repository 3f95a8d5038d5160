import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../errors.ts'

/** Fields that a form may hold beside its file. */
const LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 8192,
  fieldArrayIndexLimit: 20,
}

/** Overhead of the form around the file, at most, bytes. */
const OVERHEAD = 256 * 1024

/**
 * Reports whether a request declares a form that may contain files. Forms of foreign pages can do so too; the `Origin`
 * check and the strict session cookie keep those out.
 */
export function isForm(req: Request): boolean {
  return /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')
}

/**
 * Makes the reader of forms with a file of at most so many bytes: the text fields as they were sent, the file as a `File` under its field.
 * Every failure is answered in the order of docs/spec/decisions.md, section 1: 415, 413, 400, 422.
 */
export function createFormReader(largest: number) {
  const forms = multer({
    storage: multer.memoryStorage(),
    limits: { ...LIMITS, fileSize: largest },
    defParamCharset: 'utf8',
  })

  return async (req: Request, res: Response, field: string): Promise<Record<string, unknown>> => {
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new AppError('compressed_form')
    }
    if (Number(req.headers['content-length'] ?? 0) > largest + OVERHEAD) throw tooLarge()
    await new Promise<void>((resolve, reject) => {
      forms.single(field)(req, res, (error?: unknown) =>
        error ? reject(translated(error, field)) : resolve(),
      )
    })
    const { file } = req
    if (!file) return { ...req.body }
    return { ...req.body, [field]: new ReceivedFile(file) }
  }
}

/** A file as it came: a `File` that keeps no second copy of what multer has put together. */
class ReceivedFile extends File {
  override readonly size: number
  readonly #content: Buffer

  constructor({ buffer, originalname, mimetype }: Express.Multer.File) {
    super([], originalname, { type: mimetype })
    this.#content = buffer
    this.size = buffer.length
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#content
    const isWhole = byteOffset === 0 && byteLength === buffer.byteLength
    return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer
  }
}

const tooLarge = () => new AppError('file_too_large')

const TOO_LARGE = ['FILE_SIZE', 'PART_COUNT', 'FIELD_COUNT', 'FIELD_KEY', 'FIELD_VALUE']

function translated(error: unknown, field: string): Error {
  const limit = error instanceof MulterError ? error.code.replace('LIMIT_', '') : ''
  if (limit === 'UNEXPECTED_FILE' || limit === 'FILE_COUNT') {
    return new InvalidFields({ [field]: [fault('not_one_file', { field })] })
  }
  if (TOO_LARGE.includes(limit)) return tooLarge()
  return new AppError('malformed_form')
}
