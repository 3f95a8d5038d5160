import path from 'node:path'
import { type Plugin, parseSync } from 'vite'

/** What an endpoint says to the server, to the reference and to tests, but not to a browser that calls it. */
const NOT_FOR_BROWSERS = [
  'params',
  'query',
  'body',
  'reply',
  'item',
  'summary',
  'description',
  'refusals',
  'examples',
]

/** What makes an endpoint of an object. */
const MAKERS = ['endpoint', 'exportOf']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

type Edit = readonly [start: number, end: number, text: string]

const folder = path.join(import.meta.dirname, '../server/contracts/')

/**
 * Lets a browser have of the contracts what it uses: an endpoint is its method and its path, and a schema that nothing
 * checks with is left out, and with the last one the whole of zod.
 */
export const contractsForBrowsers: Plugin = {
  name: 'parley:contracts-for-browsers',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform(code, id) {
    if (!id.startsWith(folder) || !id.endsWith('.ts')) return undefined
    const { program } = parseSync(id, code)
    const edits = [...withoutSchemas(program as unknown as Node), ...pure(program.body as never)]
    return { code: edited(code, edits), map: null }
  },
}

/** The parts of endpoints that browsers do without. */
function withoutSchemas(node: Node): Edit[] {
  const { callee, arguments: given } = node as unknown as {
    callee?: { name?: string }
    arguments?: readonly (Node & { properties?: readonly (Node & { key?: { name?: string } })[] })[]
  }
  if (node.type !== 'CallExpression' || !MAKERS.includes(callee?.name ?? ''))
    return childrenOf(node).flatMap(withoutSchemas)
  const properties = given?.[0]?.properties ?? []
  return properties.flatMap((property): Edit[] =>
    NOT_FOR_BROWSERS.includes(property.key?.name ?? '') ? [[property.start, property.end, '']] : [],
  )
}

/** Every constant that is made by a call, so that it is left out where nobody uses it. */
function pure(body: readonly (Node & { declaration?: Node })[]): Edit[] {
  return body
    .map((statement) => statement.declaration ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(
      (statement) => (statement as unknown as { declarations: { init?: Node }[] }).declarations,
    )
    .flatMap(({ init }): Edit[] =>
      init && calls(init)
        ? [
            [init.start, init.start, '/* @__PURE__ */ (() => ('],
            [init.end, init.end, '))()'],
          ]
        : [],
    )
}

function calls(node: Node): boolean {
  if (/Function/.test(node.type)) return false
  return /^(Call|New)Expression$/.test(node.type) || childrenOf(node).some(calls)
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value?.type === 'string' && 'start' in value)
}

function edited(code: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => b[0] - a[0])
  return sorted.reduce((text, [start, end, words]) => {
    // The comma after a property goes with it.
    const stop = end > start && text[end] === ',' ? end + 1 : end
    return text.slice(0, start) + words + text.slice(stop)
  }, code)
}
