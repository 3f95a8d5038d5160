import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'

const server = path.resolve(import.meta.dirname, '../../server')
const features = path.join(server, 'features')
const contracts = path.join(server, 'contracts')

const endpointOf = new Map(allEndpoints.map(({ name, endpoint }) => [name, endpoint]))

/** The contract file of each endpoint, without its extension. */
const nounOf = new Map(
  readdirSync(contracts)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [...readFileSync(path.join(contracts, name), 'utf8').matchAll(/^export const (\w+) =/gm)].map(
        ([, exported]) => [exported!, name.replace('.ts', '')] as const,
      ),
    ),
)

/** Names of the endpoints that a file mounts, in order; `import { a as b }` is resolved. */
function mountedIn(text: string): string[] {
  const aliases = new Map(
    [...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, alias]) => [alias!, name!]),
  )
  return [...text.matchAll(/\bhandle\(\s*(\w+),/g)].map(([, name]) => aliases.get(name!) ?? name!)
}

/** The header comment of a routes file: method, path and contract of each. */
function tableOf(names: readonly string[]): string {
  const rows = names.map((name) => {
    const { method, path: route } = endpointOf.get(name)!
    return [method.toUpperCase(), route, name] as const
  })
  const width = Math.max(...rows.map(([, route]) => route.length))
  return [
    '/*',
    ...rows.map(
      ([method, route, name]) => ` * ${method.padEnd(6)} ${route.padEnd(width)}  ${name}`,
    ),
    ' */\n',
  ].join('\n')
}

/**
 * Tells whether a folder belongs to a noun: its own, or that of its parent noun (`assistants` for
 * `assistant-tests`).
 */
function isFolderOf(noun: string, folder: string): boolean {
  return [folder, folder.replace(/s$/, '')].some(
    (word) => noun === word || noun.startsWith(`${word}-`),
  )
}

const routes = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(features, file), 'utf8') }))
  .filter(({ text }) => mountedIn(text).length > 0)

test.each(routes)('$file starts with a table of its routes', ({ text }) => {
  expect(text.slice(0, text.indexOf('*/') + 3)).toBe(tableOf(mountedIn(text)))
})

test('every endpoint is mounted in the folder of its contract', () => {
  const misplaced = routes.flatMap(({ file, text }) =>
    mountedIn(text)
      .filter(
        (name) =>
          !path
            .dirname(file)
            .split(path.sep)
            .some((folder) => isFolderOf(nounOf.get(name)!, folder)),
      )
      .map((name) => `${name}: contracts/${nounOf.get(name)}.ts, features/${file}`),
  )
  expect(misplaced).toEqual([])
})

test('every endpoint is mounted in a routes file', () => {
  const found = routes.flatMap(({ text }) => mountedIn(text))
  expect(found.sort()).toEqual([...endpointOf.keys()].sort())
})
