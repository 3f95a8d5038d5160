import { AppError } from '../errors.ts'

/** Path parameter values by name. */
type Params = Readonly<Record<string, string>>

interface Leaf<handler> {
  readonly handler: handler
  /** Names of the parameters, in order. */
  readonly names: readonly string[]
}

interface Node<handler> {
  readonly words: Map<string, Node<handler>>
  param?: Node<handler>
  readonly leaves: Map<string, Leaf<handler>>
}

/** The handler of a known path with its parameters, or the allowed methods if this one is not. */
type Match<handler> =
  | { readonly found: { readonly handler: handler; readonly params: Params } }
  | { readonly found: undefined; readonly methods: readonly string[] }

export type Paths<handler> = ReturnType<typeof createPaths<handler>>

/**
 * Handlers by method and path, found by a step per segment instead of a pattern per endpoint. Literals take precedence
 * over parameters (`/all` before `/:id`), GET handlers answer HEAD, and a trailing slash is ignored.
 */
export function createPaths<handler>() {
  const root = createNode<handler>()

  return {
    /** @throws Error if the method and path already have a handler */
    add(method: string, path: string, handler: handler): void {
      const names: string[] = []
      let node = root
      for (const segment of segmentsOf(path)) {
        if (segment.startsWith(':')) {
          names.push(segment.slice(1))
          node.param ??= createNode()
          node = node.param
        } else {
          const next = node.words.get(segment) ?? createNode<handler>()
          node.words.set(segment, next)
          node = next
        }
      }
      if (node.leaves.has(method)) throw new Error(`${method} ${path} has a handler already`)
      node.leaves.set(method, { handler, names })
    },

    /**
     * Undefined for an unknown path.
     * @throws AppError `bad_request` for a parameter with a broken percent sign
     */
    find(method: string, path: string): Match<handler> | undefined {
      const values: string[] = []
      const node = walk(root, segmentsOf(path), 0, values)
      if (!node) return undefined
      const { leaves } = node
      const leaf = leaves.get(method === 'HEAD' && !leaves.has('HEAD') ? 'GET' : method)
      if (leaf) return { found: { handler: leaf.handler, params: paramsOf(leaf, values) } }
      return {
        found: undefined,
        methods: [...leaves.keys(), ...(leaves.has('GET') ? ['HEAD'] : [])],
      }
    },
  }
}

const createNode = <handler>(): Node<handler> => ({ words: new Map(), leaves: new Map() })

function segmentsOf(path: string): string[] {
  const segments = path.split('/')
  segments.shift()
  if (segments.at(-1) === '') segments.pop()
  return segments
}

/** Finds the node at the end of a path; `values` collects the parameters. */
function walk<handler>(
  node: Node<handler>,
  segments: readonly string[],
  index: number,
  values: string[],
): Node<handler> | undefined {
  const segment = segments[index]
  if (segment === undefined) return node.leaves.size > 0 ? node : undefined
  const word = node.words.get(segment)
  const found = word && walk(word, segments, index + 1, values)
  if (found || !node.param || segment === '') return found
  const before = values.length
  values.push(segment)
  const below = walk(node.param, segments, index + 1, values)
  if (!below) values.length = before
  return below
}

function paramsOf({ names }: Leaf<unknown>, values: readonly string[]): Params {
  return Object.fromEntries(names.map((name, index) => [name, decoded(values[index]!)]))
}

function decoded(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    throw new AppError('bad_request')
  }
}
