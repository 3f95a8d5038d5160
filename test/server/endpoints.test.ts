import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listApiKeys } from '#contracts/accounts.ts'
import { allEndpoints } from '#contracts/all.ts'
import { spellingsOf } from '#contracts/endpoint.ts'
import { createHandle } from '../../server/http/handle.ts'
import { createPace } from '../../server/http/pace.ts'
import { createPaths } from '../../server/http/paths.ts'
import { createRunningHandlers } from '../../server/http/running-handlers.ts'
import { startServer } from '../support/server.ts'

const folder = path.resolve(import.meta.dirname, '../../server/contracts')

const isEndpoint = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'

test('every endpoint exported by a contract is in the list, once, under its name', async () => {
  const exported = new Map<object, string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const contract: object = await import(path.join(folder, file))
    for (const [name, value] of Object.entries(contract))
      if (isEndpoint(value)) exported.set(value, name)
  }
  expect(exported.size).toBeGreaterThan(200)
  const names = [...exported.values()].sort()
  const listed = allEndpoints.map(({ name }) => name).sort()
  expect(listed, 'endpoints of server/contracts/all.ts').toEqual(names)
  for (const { name, endpoint } of allEndpoints) expect(exported.get(endpoint)).toBe(name)
})

test('no two endpoints share a name, or method and path', () => {
  const unique = (values: readonly string[]) =>
    values.filter((one, at) => values.indexOf(one) !== at)
  expect(unique(allEndpoints.map(({ name }) => name))).toEqual([])
  const spellings = allEndpoints.flatMap(({ endpoint }) => spellingsOf(endpoint))
  expect(unique(spellings.map(({ method, path }) => `${method} ${path}`))).toEqual([])
})

test('a server does not start unless every endpoint has exactly one handler', async () => {
  await expect(startServer()).resolves.toBeDefined()
  const extra = { ...listApiKeys, path: '/user/forgotten' }
  const list = allEndpoints as unknown[]
  list.push({ name: 'listForgotten', group: 'Account', endpoint: extra })
  try {
    await expect(startServer()).rejects.toThrow('listForgotten has no handler')
  } finally {
    list.pop()
  }
  const [first] = list.splice(0, 1)
  try {
    await expect(startServer()).rejects.toThrow('is not in contracts/all.ts')
  } finally {
    list.unshift(first)
  }
})

test('an endpoint accepts one handler', () => {
  const unused = () => {
    throw new Error('Nothing is called')
  }
  const handle = createHandle({
    paths: createPaths(),
    gate: { admit: unused } as unknown as Parameters<typeof createHandle>[0]['gate'],
    readBody: unused,
    pace: createPace(),
    origin: unused,
    checkReplies: true,
    answers: { keeper: unused } as unknown as Parameters<typeof createHandle>[0]['answers'],
    mounted: new Set(),
    trouble: () => undefined,
    pendingCommit: unused,
    running: createRunningHandlers(),
  })
  handle(listApiKeys, unused)
  expect(() => handle(listApiKeys, unused)).toThrow('get /user/api-keys has a handler already')
})
