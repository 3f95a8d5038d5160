import { type FaultParams, type FieldCode, issue } from './faults.ts'
import { JsonObject } from './scalars.ts'

/** Maximum size of a conversation's variables as JSON, bytes in UTF-8: about as much as a prompt can hold. */
export const MAX_VARIABLES_BYTES = 64 * 1024
/** Maximum size of a value as JSON, bytes in UTF-8. */
const MAX_VALUE_BYTES = 2 * 1024
/** Maximum variables: far more than websites send, few enough to read at the desk. */
export const MAX_VARIABLES = 200
const MAX_NAME = 255

/** Maximum lengths of details, characters: a name as in contacts, an email address by RFC 5321, a number in any notation. */
const DETAILS = { name: 255, email: 320, phone: 50 } as const
type Detail = keyof typeof DETAILS
const EMAIL = /^[^\s@]+@[^\s@]+$/
const PHONE = /^\+?(?=.*\d.*\d.*\d)[\d\s().\-/#*x]+$/i

const encoder = new TextEncoder()

/** Reports whether a value is larger than this as JSON; most are so short or so long that they need not be encoded. */
function isLarger(value: unknown, bytes: number): boolean {
  const json = JSON.stringify(value)
  if (json.length > bytes) return true
  return json.length * 3 > bytes && encoder.encode(json).length > bytes
}

/** Variables as sent by visitors and websites to endpoints without a key. */
export const VisitorVariables = JsonObject.superRefine((variables, context) => {
  const refuse = (path: string[], code: FieldCode, params?: FaultParams) =>
    context.addIssue({ code: 'custom', path, message: issue(code, params) })
  const entries = Object.entries(variables)
  if (entries.length > MAX_VARIABLES) refuse([], 'too_many_items', { count: MAX_VARIABLES })
  else if (isLarger(variables, MAX_VARIABLES_BYTES)) refuse([], 'variables_too_large')
  else for (const [name, value] of entries) checkVariable(name, value, refuse)
}).meta({ type: 'object', additionalProperties: {} })

function checkVariable(
  name: string,
  value: unknown,
  refuse: (path: string[], code: FieldCode, params?: FaultParams) => void,
): void {
  const detail = /^(?:customer_)?(name|email|phone)$/.exec(name)?.[1] as Detail | undefined
  if (name.length > MAX_NAME) refuse([], 'variable_name_too_long', { count: MAX_NAME })
  else if (isLarger(value, MAX_VALUE_BYTES)) refuse([name], 'variable_too_large')
  else if (detail && typeof value === 'string' && value !== '') {
    const count = DETAILS[detail]
    if ([...value].length > count) refuse([name], 'too_long', { count })
    else if (detail === 'email' && !EMAIL.test(value)) refuse([name], 'not_an_email')
    else if (detail === 'phone' && !PHONE.test(value)) refuse([name], 'invalid')
  }
}
