import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type ESTree, parseSync } from 'vite'

/** An Electron type: members and static members with their signatures, and events with their number of arguments. */
export interface TypeSurface {
  readonly extends: string
  readonly members: Record<string, string>
  readonly statics: Record<string, string>
  readonly events: Record<string, string>
}

/**
 * Electron's API as declared in `electron.d.ts`. A signature lists the possible calls, joined by ` / `, or a
 * colon and the kind of a property, followed by @ and the supported platforms, such as `(string, object?) =>
 * promise @darwin,win32`.
 */
export interface Surface {
  readonly electron: string
  /**
   * Names that `import … from 'electron'` provides in a main process → their type; `typeof X` stands for the
   * static side of X.
   */
  readonly modules: Record<string, string>
  readonly types: Record<string, TypeSurface>
}

type Node = Exclude<ESTree.Node, { type: 'ParenthesizedExpression' }>
type Declaration = ESTree.Class | ESTree.TSInterfaceDeclaration
type Member = ESTree.ClassElement | ESTree.TSSignature

const require = createRequire(import.meta.url)

/** Reads the API of the installed version. */
export function readSurface(): Surface {
  const file = require.resolve('electron/electron.d.ts')
  const text = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  const all = statementsOf(program.body, 'Electron')
  const types = new Map<string, Declaration>()
  const aliases = new Map<string, ESTree.TSType>()
  for (const statement of all) {
    const node = declarationOf(statement)
    if (node?.type === 'ClassDeclaration' || node?.type === 'TSInterfaceDeclaration')
      types.set(node.id!.name, node)
    else if (node?.type === 'TSTypeAliasDeclaration') aliases.set(node.id.name, node.typeAnnotation)
  }
  const platforms = platformsIn(text, comments)
  const kinds = (type: ESTree.TSType | undefined) => kindOf(type, aliases)
  const surfaces = [...types].map(
    ([name, node]) => [name, surfaceOf(node, kinds, platforms)] as const,
  )
  return {
    electron: require('electron/package.json').version,
    modules: modulesOf([...statementsOf(all, 'Common'), ...statementsOf(all, 'Main')]),
    // Plain records have no behaviour that a stand-in could get wrong.
    types: Object.fromEntries(surfaces.filter(([, { members }]) => hasMethod(members))),
  }
}

const hasMethod = (members: Record<string, string>) =>
  Object.values(members).some((signature) => signature.startsWith('('))

function statementsOf(body: readonly Node[], name: string): readonly ESTree.Statement[] {
  for (const statement of body) {
    const node = declarationOf(statement)
    if (node?.type !== 'TSModuleDeclaration' || !('name' in node.id) || node.id.name !== name)
      continue
    if (node.body && 'body' in node.body) return node.body.body as readonly ESTree.Statement[]
  }
  throw new Error(`electron.d.ts has no namespace ${name}`)
}

const declarationOf = (node: Node) =>
  node.type === 'ExportNamedDeclaration' ? node.declaration : node

function modulesOf(statements: readonly ESTree.Statement[]): Record<string, string> {
  const modules: Record<string, string> = {}
  for (const statement of statements) {
    const node = declarationOf(statement)
    if (node?.type === 'ClassDeclaration') modules[node.id!.name] = `typeof ${node.id!.name}`
    if (node?.type === 'VariableDeclaration')
      for (const declarator of node.declarations) Object.assign(modules, moduleOf(declarator))
  }
  return modules
}

function moduleOf({ id }: ESTree.VariableDeclarator): Record<string, string> {
  const type = 'typeAnnotation' in id ? id.typeAnnotation?.typeAnnotation : undefined
  if (id.type !== 'Identifier') return {}
  if (type?.type === 'TSTypeQuery') return { [id.name]: `typeof ${lastName(type.exprName)}` }
  return type?.type === 'TSTypeReference' ? { [id.name]: lastName(type.typeName) } : {}
}

const lastName = (name: object): string =>
  'right' in name ? lastName(name.right as object) : (name as { name: string }).name

/** End of each comment that names platforms → those platforms. */
function platformsIn(text: string, comments: readonly { value: string; end: number }[]) {
  const named = new Map<number, string>()
  for (const { value, end } of comments) {
    const [, platforms] = /@platform (\S+)/.exec(value) ?? []
    if (platforms) named.set(end + /^\s*/.exec(text.slice(end, end + 200))![0].length, platforms)
  }
  return named
}

function surfaceOf(
  node: Declaration,
  kinds: (type: ESTree.TSType | undefined) => string,
  platforms: ReadonlyMap<number, string>,
): TypeSurface {
  const surface: TypeSurface = { extends: baseOf(node), members: {}, statics: {}, events: {} }
  for (const member of node.body.body) {
    const found = signatureOf(member, kinds)
    if (!found) continue
    const { name, signature, event } = found
    if (event !== undefined) {
      surface.events[event.name] = String(event.parameters)
      continue
    }
    const into = 'static' in member && member.static ? surface.statics : surface.members
    const on = platforms.get(member.start)
    const whole = on ? `${signature} @${on}` : signature
    into[name] = into[name] ? `${into[name]} / ${whole}` : whole
  }
  return surface
}

function baseOf(node: Declaration): string {
  if (node.type !== 'TSInterfaceDeclaration')
    return node.superClass?.type === 'Identifier' ? node.superClass.name : ''
  const [base] = node.extends ?? []
  if (!base) return ''
  return 'name' in base.expression ? String(base.expression.name) : 'NodeEventEmitter'
}

/** Listener methods; the first is enough to collect the events. */
const LISTENING = new Set(['off', 'once', 'addListener', 'removeListener'])

function signatureOf(member: Member, kinds: (type: ESTree.TSType | undefined) => string) {
  const node = 'value' in member && member.type === 'MethodDefinition' ? member.value : member
  if (!('key' in member) || !member.key || !('name' in member.key)) return undefined
  const name = String(member.key.name)
  if (name === 'constructor') return undefined
  if ('params' in node) {
    const event = eventOf(name, node.params)
    if (event === undefined && LISTENING.has(name)) return undefined
    const params = node.params.map((parameter) => parameterOf(parameter, kinds))
    const result = kinds(node.returnType?.typeAnnotation)
    return { name, signature: `(${params.join(', ')}) => ${result}`, event }
  }
  if (!('typeAnnotation' in member)) return undefined
  return { name, signature: `: ${kinds(member.typeAnnotation?.typeAnnotation)}`, event: undefined }
}

function eventOf(name: string, [first, second]: readonly ESTree.ParamPattern[]) {
  if (name !== 'on') return undefined
  const type = annotationOf(first)
  const listener = annotationOf(second)
  if (type?.type !== 'TSLiteralType' || listener?.type !== 'TSFunctionType') return undefined
  const { literal } = type
  const isText = 'value' in literal && typeof literal.value === 'string'
  return isText ? { name: literal.value as string, parameters: listener.params.length } : undefined
}

function annotationOf(parameter: ESTree.ParamPattern | undefined): ESTree.TSType | undefined {
  return parameter && 'typeAnnotation' in parameter
    ? parameter.typeAnnotation?.typeAnnotation
    : undefined
}

function parameterOf(
  parameter: ESTree.ParamPattern,
  kinds: (type: ESTree.TSType | undefined) => string,
): string {
  const kind = kinds(annotationOf(parameter))
  if (parameter.type === 'RestElement') return `...${kind}`
  return 'optional' in parameter && parameter.optional ? `${kind}?` : kind
}

const KEYWORDS: Partial<Record<ESTree.TSType['type'], string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSVoidKeyword: 'void',
  TSUndefinedKeyword: 'undefined',
  TSNullKeyword: 'null',
  TSFunctionType: 'function',
  TSArrayType: 'array',
  TSTypeLiteral: 'object',
  TSThisType: 'object',
}

function kindOf(
  type: ESTree.TSType | undefined,
  aliases: ReadonlyMap<string, ESTree.TSType>,
): string {
  const known = type && KEYWORDS[type.type]
  if (known) return known
  if (type?.type === 'TSParenthesizedType') return kindOf(type.typeAnnotation, aliases)
  if (type?.type === 'TSUnionType')
    return [...new Set(type.types.map((one) => kindOf(one, aliases)))].join('|')
  if (type?.type === 'TSLiteralType')
    return 'value' in type.literal ? JSON.stringify(type.literal.value) : 'any'
  if (type?.type !== 'TSTypeReference') return 'any'
  const name = lastName(type.typeName)
  if (name === 'Promise') return 'promise'
  const alias = aliases.get(name)
  // A type parameter is a single letter.
  return alias ? kindOf(alias, aliases) : name.length === 1 ? 'any' : 'object'
}
