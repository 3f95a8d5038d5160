import { inEnglish } from '#contracts/catalogues.ts'
import { type ErrorCode, type FieldFaults, statusOf } from '#contracts/errors.ts'
import { type Fault, type FaultCode, type FaultParams, fault } from '#contracts/faults.ts'

interface ErrorOptions {
  /** Values for the placeholders of its message. */
  readonly params?: FaultParams
  readonly headers?: Readonly<Record<string, string>>
  /** Additional fields of the response body besides `message`; faults among them are rendered as messages. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An error that carries a fault; its `message` is the fault's English message. */
export class FaultError<code extends FaultCode = FaultCode> extends Error {
  override readonly name: string = 'FaultError'
  readonly fault: Fault<code>

  constructor(known: Fault<code>, options?: { readonly cause?: unknown }) {
    super(inEnglish.translate(known), options)
    this.fault = known
  }
}

/** A failure to report to the caller. Any other exception is a bug and becomes a 500. */
export class AppError extends FaultError<ErrorCode> {
  override readonly name = 'AppError'
  readonly headers: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, { params, headers = {}, details = {} }: ErrorOptions = {}) {
    super(fault(code, params))
    this.headers = headers
    this.details = details
  }

  get code(): ErrorCode {
    return this.fault.code
  }

  get status(): number {
    return statusOf(this.code)
  }
}

/** Invalid fields of a request; the endpoint defines the message that accompanies them. */
export class InvalidFields extends Error {
  override readonly name = 'InvalidFields'
  readonly faults: FieldFaults

  constructor(faults: FieldFaults) {
    super('Invalid fields')
    this.faults = faults
  }
}

export const unauthenticated = () =>
  new AppError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } })

/** The same error for records that do not exist and for those of other accounts. */
export const notFound = (code: ErrorCode = 'not_found') => new AppError(code)

/** Refusal of a rate limit. The body has the seconds too: some clients see no headers. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('too_many_requests', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    details: { retry_after: retryAfterSeconds },
  })

/** Refusal of a request that does not end before the server does. */
export const stopping = () => new AppError('server_stopping', { headers: { 'Retry-After': '5' } })

/**
 * Reason why writes are suspended.
 * - `full`: the disk is full or failing; may pass by itself.
 * - `damaged`: a page of the database is corrupt. Only a restore repairs that.
 */
export type StorageTrouble = 'full' | 'damaged'

/** Error for writes that are refused while suspended. */
export const storageRefusal = (trouble: StorageTrouble): AppError =>
  trouble === 'full'
    ? new AppError('storage_full', { headers: { 'Retry-After': '30' } })
    : new AppError('data_damaged')

export type StartErrorCode =
  | 'already_running'
  | 'port_taken'
  | 'newer_database'
  | 'not_a_database'
  | 'damaged'
  | 'foreign_backup'

/** Reason why the server cannot start, with a user-facing message. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly code: StartErrorCode
  /** Address of the running instance, for `already_running`. */
  readonly url?: string
  /** Backup that can be restored, for `damaged`. */
  readonly backup?: { readonly id: string; readonly createdAt: number }
  /** A new one-time sign-in link to that instance, if it could provide one. */
  readonly signInUrl?: string

  constructor(
    code: StartErrorCode,
    message: string,
    about: Pick<StartError, 'url' | 'signInUrl' | 'backup'> = {},
  ) {
    super(message)
    this.code = code
    Object.assign(this, about)
  }
}
