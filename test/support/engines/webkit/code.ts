import { Script } from 'node:vm'
import { literalOf, type Remote } from './values.ts'

/** Matches the beginning of a function's text. */
const FUNCTION = /^\s*\(?(async )?(function\b|\(|\w+ =>)/

/** Tells whether a text is that of a function, and not another that begins with a parenthesis, such as a media query. */
function isFunction(text: string): boolean {
  if (!FUNCTION.test(text)) return false
  try {
    return new Script(`(${text}\n)`) instanceof Script
  } catch {
    return false
  }
}

/** Matches the text of a module, which Playwright adds to its own script in the page. */
const MODULE = /\bmodule\.exports = __toCommonJS\(/

/**
 * A call of a function. Playwright's script in the page evaluates texts among its arguments, which a page's policy
 * may forbid: they become a part of the call, which is the driver's, and `eval` finds them there while it lasts.
 */
export function codeOf(code: string, given: readonly Remote[]): string {
  const call = `(${code})(${given.map(literalOf).join()})`
  const known = given.flatMap(textsIn).flatMap((text) => {
    const compiled = MODULE.test(text)
      ? `(() => { const module = {}\n${text}\nreturn module.exports.default() })()`
      : text
    return MODULE.test(text) || isFunction(text)
      ? [`[${JSON.stringify(text)}, () => (${compiled}\n)]`]
      : []
  })
  if (known.length === 0) return call
  return `(() => {
  const known = [${known.join()}]
  const { eval: own } = window
  const found = (text) => {
    for (const [part, make] of known) if (text === part || text.includes(part)) return make()
    return own(text)
  }
  try { window.eval = found } catch {}
  try { return ${call} } finally { try { window.eval = own } catch {} }
})()`
}

/** All texts in an argument. */
function textsIn({ type, value }: Remote): string[] {
  if (type === 'string') return [value as string]
  if (type === 'array') return (value as Remote[]).flatMap(textsIn)
  if (type !== 'object') return []
  return (value as [unknown, Remote][]).flatMap(([, one]) => textsIn(one))
}
