/** One call signature of a member: the kinds of its arguments, the number required, and the kind of its result. */
export interface Call {
  readonly parameters: readonly string[]
  readonly least: number
  readonly most: number
  readonly result: string
}

/** A member of Electron's API: its call signatures, empty for a property, and the platforms that support it. */
export interface Signature {
  readonly calls: readonly Call[]
  readonly platforms: readonly string[]
}

/** Parses a signature from `surface.json`. */
export function readSignature(text: string): Signature {
  const platforms = [...text.matchAll(/ @([\w,]+)/g)].flatMap(([, names]) => names!.split(','))
  const bare = text.replaceAll(/ @[\w,]+/g, '')
  return { platforms, calls: bare.startsWith('(') ? bare.split(' / ').map(readCall) : [] }
}

function readCall(text: string): Call {
  const [, list, result] = /^\((.*)\) => (.*)$/.exec(text)!
  const parameters = list === '' ? [] : list!.split(', ')
  const isRest = parameters.at(-1)?.startsWith('...')
  const optional = parameters.findIndex((one) => one.endsWith('?') || one.startsWith('...'))
  return {
    parameters,
    least: optional < 0 ? parameters.length : optional,
    most: isRest ? Number.POSITIVE_INFINITY : parameters.length,
    result: result!,
  }
}

/** Reports whether a value is of a kind, such as `string|null`. */
export function isOfKind(value: unknown, kind: string): boolean {
  return kind.split('|').some((one) => isOfOneKind(value, one))
}

function isOfOneKind(value: unknown, kind: string): boolean {
  if (kind === 'any') return true
  if (kind === 'void') return value === undefined
  if (kind === 'null') return value === null
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'promise') return isThenable(value)
  if (kind === 'object') return typeof value === 'object' && value !== null
  return kind.startsWith('"') ? value === JSON.parse(kind) : typeof value === kind
}

const isThenable = (value: unknown) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'

/** Describes an error in the arguments of a call; undefined when one of the signatures accepts them. */
export function faultOfArguments(calls: readonly Call[], given: readonly unknown[]) {
  const faults = calls.map((call) => faultIn(call, given))
  return faults.includes(undefined) ? undefined : faults[0]
}

function faultIn({ parameters, least, most }: Call, given: readonly unknown[]) {
  if (given.length < least || given.length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`
    return `takes ${wanted} arguments, got ${given.length}`
  }
  for (const [index, value] of given.entries()) {
    const parameter = parameters[Math.min(index, parameters.length - 1)]!
    if (value === undefined && parameter.endsWith('?')) continue
    const kind = parameter.replace('...', '').replace('?', '')
    const wanted = parameter.startsWith('...') && kind === 'array' ? 'any' : kind
    if (!isOfKind(value, wanted)) return `wants ${wanted} as argument ${index + 1}`
  }
  return undefined
}
