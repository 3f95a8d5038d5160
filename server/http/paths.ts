import { AppError } from '../errors.ts'

/** Path parameter values by name. */
type Params = Readonly<Record<string, string>>

interface Param {
  readonly name: string
  /** Takes decimal digits only: `:id(\d+)`. */
  readonly isNumber: boolean
}

interface Leaf<handler> {
  readonly handler: handler
  /** Parameters, in order. */
  readonly params: readonly Param[]
}

interface Node<handler> {
  readonly words: Map<string, Node<handler>>
  param?: Node<handler>
  readonly leaves: Map<string, Leaf<handler>>
  /** Some of its leaves take digits only. */
  isTyped?: true
}

/** The handler of a known path with its parameters, or the allowed methods if this one is not. */
type Match<handler> =
  | { readonly found: { readonly handler: handler; readonly params: Params } }
  | { readonly found: undefined; readonly methods: readonly string[] }

export type Paths<handler> = ReturnType<typeof createPaths<handler>>

/**
 * Handlers by method and path, found by a step per segment instead of a pattern per endpoint. Literals take precedence
 * over parameters (`/all` before `/:id`), GET handlers answer HEAD, and a trailing slash is ignored. `:id(\d+)` takes
 * decimal digits only; any other value is an unknown path.
 */
export function createPaths<handler>() {
  const root = createNode<handler>()

  return {
    /** @throws Error if the method and path already have a handler */
    add(method: string, path: string, handler: handler): void {
      const params: Param[] = []
      let node = root
      for (const segment of segmentsOf(path)) {
        if (segment.startsWith(':')) {
          params.push(paramOf(segment))
          node.param ??= createNode()
          node = node.param
        } else {
          const next = node.words.get(segment) ?? createNode<handler>()
          node.words.set(segment, next)
          node = next
        }
      }
      if (node.leaves.has(method)) throw new Error(`${method} ${path} has a handler already`)
      node.leaves.set(method, { handler, params })
      if (params.some(({ isNumber }) => isNumber)) node.isTyped = true
    },

    /**
     * Undefined for an unknown path.
     * @throws AppError `bad_request` for a parameter with a broken percent sign
     */
    find(method: string, path: string): Match<handler> | undefined {
      const values: string[] = []
      const node = walk(root, segmentsOf(path), 0, values)
      if (!node) return undefined
      const leaves = fitting(node, values)
      if (leaves.size === 0) return undefined
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

const NUMBER = '(\\d+)'

function paramOf(segment: string): Param {
  const isNumber = segment.endsWith(NUMBER)
  return { name: segment.slice(1, isNumber ? -NUMBER.length : undefined), isNumber }
}

/** The leaves of a node that take these values. */
function fitting<handler>(
  { leaves, isTyped }: Node<handler>,
  values: readonly string[],
): ReadonlyMap<string, Leaf<handler>> {
  if (!isTyped) return leaves
  return new Map(
    [...leaves].filter(([, { params }]) =>
      params.every(({ isNumber }, index) => !isNumber || /^\d+$/.test(values[index]!)),
    ),
  )
}

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

function paramsOf({ params }: Leaf<unknown>, values: readonly string[]): Params {
  return Object.fromEntries(params.map(({ name }, index) => [name, decoded(values[index]!)]))
}

function decoded(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    throw new AppError('bad_request')
  }
}
