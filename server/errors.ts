import { inEnglish } from '#contracts/catalogues.ts'
import { type ErrorCode, type FieldFaults, statusOf } from '#contracts/errors.ts'
import { type Fault, type FaultCode, type FaultParams, fault } from '#contracts/faults.ts'

interface ErrorOptions {
  /** Values for the placeholders of its sentence. */
  readonly params?: FaultParams
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of the answer's body beside `message`; a fault among them becomes its sentence. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An error with an identity: a fault, whose English sentence is the message. */
export class FaultError<code extends FaultCode = FaultCode> extends Error {
  override readonly name: string = 'FaultError'
  readonly fault: Fault<code>

  constructor(known: Fault<code>, options?: { readonly cause?: unknown }) {
    super(inEnglish.say(known), options)
    this.fault = known
  }
}

/** A failure the caller is meant to see. Anything else that is thrown is a bug and becomes a 500. */
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

/** Fields of a request that break a rule; the endpoint says what the message above them is. */
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

/** The same for what does not exist and for what belongs to somebody else. */
export const notFound = (code: ErrorCode = 'not_found') => new AppError(code)

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('too_many_requests', { headers: { 'Retry-After': String(retryAfterSeconds) } })

/**
 * Reason why nothing more may be written.
 * - `full`: there is no room, or the disk fails; it passes by itself.
 * - `damaged`: a page of the database is not as it was written. Nothing makes that good but a restore.
 */
export type StorageTrouble = 'full' | 'damaged'

/** Error for writes that are refused meanwhile. */
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

/** Reason why Parley cannot start, as a sentence for a person. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly code: StartErrorCode
  /** Address of the running instance, for `already_running`. */
  readonly url?: string
  /** Backup that can be restored, for `damaged`. */
  readonly backup?: { readonly id: string; readonly createdAt: number }
  /** A fresh one-time sign-in link to it, when it could be asked for one. */
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
