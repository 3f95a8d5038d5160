import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { callersOf, mayDo } from '../support/callers.ts'
import { securityTables } from '../support/security-tables.ts'
import { startServer } from '../support/server.ts'

/* The policy on the real server: every principal on every endpoint. */

const REFUSALS = ['role_not_allowed', 'owner_only', 'sign_in_by_link', 'unauthenticated']

test('L1 every principal reaches exactly the operator endpoints that the policy allows', async () => {
  const server = await startServer()
  const all = await callersOf(server)
  const ends = ['closeSession', 'endOtherSessions']
  const endpoints = allEndpoints.filter(
    ({ name, endpoint }) =>
      endpoint.plane === 'operator' &&
      !ends.includes(name) &&
      !(endpoint.stream && !endpoint.download),
  )
  let attempts = 0
  for (const { name, endpoint } of endpoints) {
    const target = `/api${endpoint.path.replaceAll(/:uuid/g, crypto.randomUUID()).replaceAll(/:\w+/g, '999999')}`
    const codes = await Promise.all(
      all.map(async ({ headers }) => {
        const answer = await fetch(server.url + target, {
          method: endpoint.method.toUpperCase(),
          headers: { ...headers, 'content-type': 'application/json' },
          ...(endpoint.method !== 'get' && { body: '{"unknown":true}' }),
        })
        await answer.arrayBuffer()
        return answer.headers.get('parley-error') ?? ''
      }),
    )
    for (const [index, caller] of all.entries()) {
      const code = codes[index]!
      const isLetIn = !REFUSALS.includes(code)
      expect([name, caller.name, isLetIn, code]).toEqual([
        name,
        caller.name,
        mayDo(caller, endpoint.capability),
        code,
      ])
      attempts += 1
    }
  }
  expect(attempts).toBe(endpoints.length * all.length)
}, 60_000)

test('every endpoint names its capability, and planes without operators have their own capabilities', () => {
  const own = { visitor: 'chat', site: 'embed', public: 'anybody' } as const
  for (const { name, endpoint } of allEndpoints) {
    const { plane, capability } = endpoint
    const expected =
      plane === 'operator'
        ? !Object.values(own).includes(capability as never)
        : own[plane] === capability
    expect([name, expected]).toEqual([name, true])
  }
})

test('docs/SECURITY.md prints the current policy', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/SECURITY.md'), 'utf8')
  const lines = new Set(page.split('\n'))
  const missing = securityTables().flatMap((table) =>
    table.split('\n').filter((line) => !lines.has(line)),
  )
  expect(missing, 'rows that docs/SECURITY.md lacks').toEqual([])
})
