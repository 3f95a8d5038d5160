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

/** A fault as text: how the database keeps it, and how a zod check hands it on. `decodeFault` reads it. */
export type KeptFault = string & { readonly '~fault': never }

export const encodeFault = (fault: Fault): KeptFault => JSON.stringify(fault) as KeptFault

/** The fault in a text that `encodeFault` made; undefined for any other text. */
export const decodeFault = (text: string): Fault | undefined =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Fault) : undefined

/** The same fault with other texts in it, such as without secrets. */
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

/** Tells a fault from other values. */
export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  Object.keys(value).every((key) => key === 'code' || key === 'params')

/** The message of a zod check that fails with a fault: `fieldErrors` reads it. */
export const issue = (code: FieldCode, params?: FaultParams): KeptFault =>
  encodeFault(fault(code, params))
