import type errors from './messages/en/errors.json'
import type fields from './messages/en/fields.json'
import type findings from './messages/en/findings.json'
import type reasons from './messages/en/reasons.json'

/** A validation rule that a request field can violate; its message is in `messages/<language>/fields.json`. */
export type FieldCode = keyof typeof fields

/** A reason why an operation failed; its message is in `messages/<language>/reasons.json`. */
export type ReasonCode = keyof typeof reasons

/** The title or the advice of a finding of the site check; its message is in `messages/<language>/findings.json`. */
type FindingMessage = keyof typeof findings

export type FaultCode = keyof typeof errors | FieldCode | ReasonCode | FindingMessage

/**
 * Values for the placeholders of a message. `count` also selects the plural form; `other` names a field, as does `attribute`,
 * which defaults to the faulty one; a nested fault is rendered as a sentence within the message.
 */
export interface FaultParams {
  readonly [name: string]: string | number | Fault
}

/** A language-independent failure; `localize.ts` renders its message. */
export interface Fault<code extends FaultCode = FaultCode> {
  readonly code: code
  readonly params?: FaultParams
}

export const fault = <code extends FaultCode>(code: code, params?: FaultParams): Fault<code> =>
  params ? { code, params } : { code }

/** A fault encoded as text, for the database and as the message of a zod check. `decodeFault` reads it. */
export type StoredFault = string & { readonly '~fault': never }

export const encodeFault = (fault: Fault): StoredFault => JSON.stringify(fault) as StoredFault

/** Decodes text made by `encodeFault`; undefined for any other text. */
export const decodeFault = (text: string): Fault | undefined =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Fault) : undefined

/** Maps the text params of a fault, for example to redact secrets. */
export function mapTexts<code extends FaultCode>(
  { code, params = {} }: Fault<code>,
  change: (text: string) => string,
): Fault<code> {
  const changed = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'object') return [name, mapTexts(value, change)]
    return [name, typeof value === 'string' ? change(value) : value]
  })
  return fault(code, Object.fromEntries(changed))
}

/** Tells faults from other values. */
export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  Object.keys(value).every((key) => key === 'code' || key === 'params')

/** Message for a zod check that fails with a fault; `fieldErrors` decodes it. */
export const issue = (code: FieldCode, params?: FaultParams): StoredFault =>
  encodeFault(fault(code, params))
