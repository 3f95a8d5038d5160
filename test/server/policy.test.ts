import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import type { Capability } from '#contracts/capabilities.ts'
import { createSignInLink } from '../../server/features/accounts/sessions/sign-in.ts'
import { isOfServer, POLICY, type PrincipalKind } from '../../server/http/policy.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague, signedIn } from '../support/operators.ts'
import { securityTables } from '../support/security-tables.ts'
import { KEY, startServer } from '../support/server.ts'
import { openSession } from '../support/visitor.ts'

/* The policy at the real doors: every principal at every endpoint. */

const REFUSALS = ['role_not_allowed', 'owner_only', 'sign_in_by_link', 'unauthenticated']

interface Caller {
  readonly name: string
  readonly kind: PrincipalKind
  readonly ofOwner: boolean
  readonly headers: Readonly<Record<string, string>>
}

async function callers() {
  const server = await startServer()
  const { context, url } = server
  const owner = await signedIn(server, (await server.server.createSignInLink()).url)
  const admin = await colleague(server, 'Ada', 'admin')
  const agent = await colleague(server, 'Ben', 'agent')
  const other = await anotherAccount(server)
  const operatorId = context.db
    .prepare<[number], number>('SELECT id FROM operators WHERE user_id = ?')
    .pluck()
    .get(other.id)!
  const link = await context.write((tx) =>
    createSignInLink(tx, context, { userId: other.id, operatorId }, null),
  )
  const second = await signedIn(server, link.url)
  const visitor = await openSession(server)
  const cookie = (value: string) => ({ cookie: value, origin: url })
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
  const all: Caller[] = [
    { name: 'owner', kind: 'owner', ofOwner: true, headers: cookie(owner.cookie) },
    { name: 'admin', kind: 'admin', ofOwner: true, headers: cookie(admin.cookie) },
    { name: 'agent', kind: 'agent', ofOwner: true, headers: cookie(agent.cookie) },
    { name: 'key', kind: 'key', ofOwner: true, headers: bearer(KEY) },
    { name: 'second owner', kind: 'owner', ofOwner: false, headers: cookie(second.cookie) },
    { name: 'second key', kind: 'key', ofOwner: false, headers: bearer(other.token) },
    { name: 'visitor', kind: 'visitor', ofOwner: false, headers: bearer(visitor.token) },
    { name: 'anonymous', kind: 'anonymous', ofOwner: false, headers: {} },
  ]
  return { server, all }
}

const allows = ({ kind, ofOwner }: Caller, capability: Capability): boolean =>
  POLICY[kind].has(capability) && (ofOwner || !isOfServer(capability))

test('L1 every principal reaches the operators’ endpoints that the policy gives them, and no other', async () => {
  const { server, all } = await callers()
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
    for (const caller of all) {
      const answer = await fetch(server.url + target, {
        method: endpoint.method.toUpperCase(),
        headers: { ...caller.headers, 'content-type': 'application/json' },
        ...(endpoint.method !== 'get' && { body: '{"unknown":true}' }),
      })
      await answer.arrayBuffer()
      const code = answer.headers.get('parley-error') ?? ''
      const isLetIn = !REFUSALS.includes(code)
      expect([name, caller.name, isLetIn, code]).toEqual([
        name,
        caller.name,
        allows(caller, endpoint.capability),
        code,
      ])
      attempts += 1
    }
  }
  expect(attempts).toBe(endpoints.length * all.length)
})

test('every endpoint names its capability, and planes without operators have capabilities of their own', () => {
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

test('docs/SECURITY.md prints the policy as it is', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/SECURITY.md'), 'utf8')
  for (const table of securityTables()) expect(page).toContain(table)
})
