import Database from 'better-sqlite3'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { type ErrorCode, familyCodeOf, statusOf } from '#contracts/errors.ts'
import { fault, isFault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../errors.ts'
import type { Logger } from '../log.ts'
import { localizerOf } from './language.ts'
import { redactedPath } from './request-log.ts'
import { sendJson } from './send.ts'

/** Carries the error's code; its sentence is for people. */
const ERROR_HEADER = 'Parley-Error'

interface Failure {
  readonly code: ErrorCode
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The only place that converts errors to responses: always JSON, never a stack trace, SQL or a path.
 * @param refusalFor the state of the server that an error comes from, as a refusal; undefined if it has another cause
 */
export function errorHandler(
  log: Logger,
  refusalFor: (error: unknown) => AppError | undefined,
): ErrorRequestHandler {
  return (thrown, req, res, _next) => {
    const error: unknown = refusalFor(thrown) ?? thrown
    const failure = failureOf(error, req, res)
    const status = statusOf(failure.code)
    if (status >= 500 && status !== 507) {
      // A temporary refusal is not a fault.
      const level = error instanceof AppError && status === 503 ? 'warn' : 'error'
      log[level](
        {
          err: thrown,
          request_id: res.getHeader('X-Request-Id'),
          method: req.method,
          path: redactedPath(req.path),
        },
        'a request failed',
      )
    }
    if (res.headersSent) {
      res.destroy()
      return
    }
    const json = Buffer.from(JSON.stringify(failure.body))
    sendJson(res, status, json, { [ERROR_HEADER]: failure.code, ...failure.headers })
  }
}

function failureOf(error: unknown, req: Request, res: Response): Failure {
  const endpoint = res.locals['endpoint'] as AnyEndpoint | undefined
  const localizer = localizerOf(req)
  if (error instanceof InvalidFields) {
    const code = endpoint?.invalid ?? 'invalid_data'
    const errors = localizer.translateFields(error.faults)
    const message = localizer.translate(fault(code))
    const [first = message] = Object.values(errors).flat()
    if (endpoint?.errorShape === 'outcome')
      return { code, body: { message, success: false, errors } }
    const body = inFamilyShape(endpoint, first, 'VALIDATION_ERROR') ?? { message }
    return { code, body: endpoint?.errorShape === 'status' ? body : { ...body, errors } }
  }
  const known = asAppError(error)
  const { code } = known
  const message = localizer.translate(known.fault)
  const own = known.status < 500 && code !== 'unauthenticated'
  const isRepeated =
    endpoint?.errorShape === 'error' && (own || (endpoint.refusals ?? []).includes(code))
  const body = (own ? inFamilyShape(endpoint, message, familyCodeOf(code)) : undefined) ?? {
    message,
    ...(isRepeated && { error: message }),
  }
  const request_id = code === 'server_error' ? { request_id: res.getHeader('X-Request-Id') } : {}
  const details = Object.entries(known.details).map(([name, value]) => [
    name,
    isFault(value) ? localizer.translate(value) : value,
  ])
  return {
    code,
    body: { ...body, ...Object.fromEntries(details), ...request_id },
    headers: known.headers,
  }
}

/** The other error shapes that a few endpoints keep (docs/spec/decisions.md, section 3). */
export function inFamilyShape(
  endpoint: AnyEndpoint | undefined,
  error: string,
  error_code: string,
): Record<string, unknown> | undefined {
  if (endpoint?.errorShape === 'status') return { status: false, error }
  if (endpoint?.errorShape === 'success') return { success: false, error, error_code }
  if (endpoint?.errorShape === 'outcome') return { message: error, success: false }
  return undefined
}

/** Converts anything thrown to an `AppError`; errors of libraries are recognised by their codes. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Database.SqliteError) {
    if (error.code.startsWith('SQLITE_CONSTRAINT_UNIQUE')) return new AppError('already_exists')
  }
  // Errors of Express itself, such as for a path with a broken percent sign.
  const { status } = error as { status?: unknown }
  const isTheirs = typeof status === 'number' && status < 500
  return new AppError(isTheirs ? 'bad_request' : 'server_error')
}
