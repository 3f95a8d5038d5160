import type errors from './messages/en/errors.json'
import type fields from './messages/en/fields.json'
import type reasons from './messages/en/reasons.json'

/** A rule that a field of a request breaks; its sentence is in `messages/<language>/fields.json`. */
export type FieldCode = keyof typeof fields

/** A reason why something that Parley did came to nothing; its sentence is in `messages/<language>/reasons.json`. */
export type ReasonCode = keyof typeof reasons

export type FaultCode = keyof typeof errors | FieldCode | ReasonCode

/**
 * Values for the placeholders of a sentence. `count` also chooses its plural; `other` is a field, and so is `attribute`,
 * which is the faulty one unless it is given here; a fault is a sentence within the sentence.
 */
export interface FaultParams {
  readonly [name: string]: string | number | Fault
}

/** A failure in no language: `localize.ts` makes a sentence of it. */
export interface Fault<code extends FaultCode = FaultCode> {
  readonly code: code
  readonly params?: FaultParams
}

export const fault = <code extends FaultCode>(code: code, params?: FaultParams): Fault<code> =>
  params ? { code, params } : { code }

/** A fault as the message of a zod check: `fieldErrors` reads it there. */
export const issue = (code: FieldCode, params?: FaultParams): string =>
  JSON.stringify(fault(code, params))

/** Reads such a message; undefined for one of zod's own. */
export const faultOfIssue = (message: string): Fault | undefined =>
  message.startsWith('{"code":') ? (JSON.parse(message) as Fault) : undefined
