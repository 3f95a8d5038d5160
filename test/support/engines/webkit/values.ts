/** A value, or a reference to one, as WebDriver BiDi writes them. */
export interface Remote {
  readonly type?: string
  readonly value?: unknown
  readonly handle?: string
  readonly sharedId?: string
}

/** Name of the object in each document that keeps the values which Playwright holds. */
export const KEEPER = '__bidi'

/** A JavaScript expression for an argument. */
export function literalOf(value: Remote): string {
  const held = value.handle ?? value.sharedId
  if (held) return `held(${JSON.stringify(held)})`
  switch (value.type) {
    case 'undefined':
      return 'undefined'
    case 'null':
      return 'null'
    case 'number':
      return String(value.value)
    case 'bigint':
      return `${value.value}n`
    case 'array':
      return `[${(value.value as Remote[]).map(literalOf).join()}]`
    case 'object': {
      const entries = value.value as [Remote | string, Remote][]
      const key = (of: Remote | string) =>
        typeof of === 'string' ? JSON.stringify(of) : literalOf(of)
      return `({${entries.map(([name, of]) => `[${key(name)}]: ${literalOf(of)}`).join()}})`
    }
    case 'regexp': {
      const { pattern, flags = '' } = value.value as { pattern: string; flags?: string }
      return `new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`
    }
    case 'date':
      return `new Date(${JSON.stringify(value.value)})`
    default:
      return JSON.stringify(value.value)
  }
}

/** A value that was sent as JSON. */
export function remoteOf(value: unknown): Remote {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array', value: value.map(remoteOf) }
  if (typeof value === 'object') {
    const entries = Object.entries(value!).map(([name, of]) => [name, remoteOf(of)])
    return { type: 'object', value: entries }
  }
  return { type: typeof value, value }
}

/**
 * A function body that calls a function in a document and returns, as JSON, what it did: returned a value, a
 * `kept` one, threw, or went on (`pending`), so that a second call has to look. It says `gone` in any other document.
 */
export function callOf(documentId: string, call: string, isKept: boolean): string {
  return `const own = window.${KEEPER}
if (own?.document !== document || own.id !== ${JSON.stringify(documentId)}) return '{"gone":true}'
const held = (key) => { if (!own.objects.has(key)) throw new Error('no such handle'); return own.objects.get(key) }
const { stringify } = JSON
const keep = (value) => {
  const key = own.keys.get(value) ?? own.id + '.' + (own.last += 1)
  own.objects.set(key, value)
  if (value instanceof Node) own.keys.set(value, key)
  return key
}
const kindOf = (value) => value instanceof Node ? 'node' : value === window ? 'window' : Array.isArray(value) ? 'array' : typeof value
const told = (value) => {
  if (value === undefined) return '{"kept":{"type":"undefined"}}'
  if (!${isKept} && kindOf(value) !== "node" && value !== window) return stringify({ value })
  if (value === null || /^(string|number|boolean)$/.test(typeof value)) return stringify({ value })
  const key = keep(value)
  return stringify({ kept: { type: kindOf(value), handle: key, sharedId: key } })
}
const failed = (error) => stringify({ threw: error instanceof Error ? error.name + ': ' + error.message : String(error) })
try {
  const result = ${call}
  if (typeof result?.then !== 'function') return told(result)
  const key = own.id + '.' + (own.last += 1)
  own.outcomes.set(key, stringify({ pending: key }))
  result.then((value) => own.outcomes.set(key, told(value)), (error) => own.outcomes.set(key, failed(error)))
  return own.outcomes.get(key)
} catch (error) { return failed(error) }`
}

/** A function body that returns what became of a `pending` call. */
export const outcomeOf = (key: string): string => `const own = window.${KEEPER}
const outcome = own?.outcomes.get(${JSON.stringify(key)})
if (!outcome) return '{"gone":true}'
if (!outcome.startsWith('{"pending"')) own.outcomes.delete(${JSON.stringify(key)})
return outcome`

/** A function body that describes the document, which is given an id the first time. */
export const lookOf = (freshId: string): string => `let own = window.${KEEPER}
if (own?.document !== document) {
  own = { id: ${JSON.stringify(freshId)}, document, objects: new Map(), keys: new WeakMap(), outcomes: new Map(), last: 0 }
  Object.defineProperty(window, '${KEEPER}', { value: own, configurable: true })
}
return JSON.stringify({ id: own.id, state: document.readyState, url: location.href })`
