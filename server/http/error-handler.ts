import Database from 'better-sqlite3'
import type { ErrorRequestHandler, Response } from 'express'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { AppError, InvalidFields, type StorageTrouble, storageRefusal } from '../errors.ts'
import type { Logger } from '../log.ts'
import { sendJson } from './send.ts'

interface Failure {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** The one place where what was thrown becomes an answer: JSON always, never a stack trace, SQL or a path. */
export function errorHandler(
  log: Logger,
  noteStorage: (error: unknown) => StorageTrouble | undefined,
): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const trouble = noteStorage(error)
    const failure = failureOf(trouble ? storageRefusal(trouble) : error, res)
    if (failure.status >= 500 && failure.status !== 507) {
      log.error(
        {
          err: error,
          request_id: res.getHeader('X-Request-Id'),
          method: req.method,
          path: req.path,
        },
        'a request failed',
      )
    }
    if (res.headersSent) {
      res.destroy()
      return
    }
    const json = Buffer.from(JSON.stringify(failure.body))
    sendJson(res, failure.status, json, failure.headers)
  }
}

function failureOf(error: unknown, res: Response): Failure {
  const endpoint = res.locals['endpoint'] as AnyEndpoint | undefined
  if (error instanceof InvalidFields) {
    const first = Object.values(error.errors)[0]?.[0] ?? 'The given data was invalid.'
    return {
      status: 422,
      body: inFamilyShape(endpoint, first, 'VALIDATION_ERROR') ?? {
        message: endpoint?.invalid ?? 'The given data was invalid.',
        errors: error.errors,
      },
    }
  }
  if (error instanceof AppError) {
    const own = error.status < 500 && error.code !== 'unauthenticated'
    const body = (own ? inFamilyShape(endpoint, error.message) : undefined) ?? {
      message: error.message,
    }
    return {
      status: error.status,
      body: { ...body, ...error.details },
      headers: error.headers,
    }
  }
  const known = translated(error)
  return (
    known ?? {
      status: 500,
      body: { message: 'Server error', request_id: res.getHeader('X-Request-Id') },
    }
  )
}

/** The two older shapes that a few endpoints keep (decisions.md, section 3). */
export function inFamilyShape(
  endpoint: AnyEndpoint | undefined,
  error: string,
  error_code = codeOf(error),
): Record<string, unknown> | undefined {
  if (endpoint?.errorShape === 'status') return { status: false, error }
  if (endpoint?.errorShape === 'success') return { success: false, error, error_code }
  return undefined
}

/** The first sentence of a message as a code: "Assistant not found" is ASSISTANT_NOT_FOUND. */
const codeOf = (message: string): string =>
  message.split('.')[0]!.trim().replaceAll(/\W+/g, '_').toUpperCase()

/** Errors thrown by libraries. */
function translated(error: unknown): Failure | undefined {
  if (error instanceof Database.SqliteError) {
    if (error.code.startsWith('SQLITE_CONSTRAINT_UNIQUE'))
      return { status: 409, body: { message: 'That exists already.' } }
  }
  // Express's own, such as a path with a broken percent sign.
  const { status } = error as { status?: unknown }
  if (typeof status === 'number' && status < 500)
    return { status: 400, body: { message: 'Bad request.' } }
  return undefined
}
