import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { spellingsOf } from '#contracts/endpoint.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

const pathOf = (path: string, id = '999999') =>
  `/api${path.replace(/:\w+uid\b/g, crypto.randomUUID()).replace(/:\w+(\(\\d\+\))?/g, id)}`

test('every alternative spelling requires a key as the canonical one does', async () => {
  const { url } = await startServer()
  for (const { name, endpoint } of allEndpoints) {
    if (endpoint.plane !== 'operator') continue
    for (const { method, path } of spellingsOf(endpoint).slice(1)) {
      const response = await fetch(url + pathOf(path), { method })
      expect([name, method, path, response.status]).toEqual([name, method, path, 401])
    }
  }
})

test('an assistant can be read, updated and deleted under the plural too, by number only', async () => {
  const server = await startServer()
  const id = await createdAssistant(server, { name: 'North' })
  const proper = await send(server, 'GET', `/user/assistant/${id}`)
  expect(await send(server, 'GET', `/user/assistants/${id}`)).toEqual(proper)

  const changed = await send(server, 'PATCH', `/user/assistants/${id}`, { name: 'South' })
  expect(changed).toMatchObject({ status: 200, body: { data: { id, name: 'South' } } })
  expect((await send(server, 'PATCH', `/user/assistant/${id}`, { name: 1 })).body).toMatchObject({
    message: 'Validation failed',
    errors: { name: ['The name must be a string.'] },
  })

  const { uuid } = proper.body as { uuid: string }
  for (const other of [uuid, 'x', '-1', '1.0'])
    expect(await send(server, 'GET', `/user/assistants/${other}`)).toMatchObject({
      status: 404,
      body: { message: 'Not found.' },
    })

  const other = await anotherAccount(server)
  const foreign = await other.fetch(`/api/user/assistants/${id}`, { method: 'DELETE' })
  const missing = await other.fetch('/api/user/assistants/999999', { method: 'DELETE' })
  expect([foreign.status, await foreign.text()]).toEqual([404, await missing.text()])

  expect((await send(server, 'DELETE', `/user/assistants/${id}`)).status).toBe(200)
  expect((await send(server, 'GET', `/user/assistant/${id}`)).status).toBe(404)
})

test('a path reports its allowed methods, under each spelling', async () => {
  const { fetch } = await startServer()
  for (const path of ['/api/user/assistant/1', '/api/user/assistants/1']) {
    const response = await fetch(path, { method: 'POST' })
    const allowed = response.headers.get('allow')!.split(', ').sort()
    expect([response.status, allowed]).toEqual([405, ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']])
  }
  expect((await fetch('/api/user/assistants/get', { method: 'PATCH' })).headers.get('allow')).toBe(
    'GET, HEAD',
  )
})
