import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { callersOf, mayDo } from '../../support/callers.ts'
import { everyNth } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'

/* The policy on the real server: every principal on every endpoint. */

const REFUSALS = ['role_not_allowed', 'owner_only', 'sign_in_by_link', 'unauthenticated']

test('L1 every principal reaches exactly the operator endpoints that the policy allows', async () => {
  const server = await startServer()
  const all = await callersOf(server)
  const ends = ['closeSession', 'endOtherSessions']
  const reachable = allEndpoints.filter(
    ({ name, endpoint }) =>
      endpoint.plane === 'operator' &&
      !ends.includes(name) &&
      !(endpoint.stream && !endpoint.download),
  )
  const endpoints = everyNth(10, reachable)
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
