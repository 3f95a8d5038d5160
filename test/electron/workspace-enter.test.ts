import { expect, test } from 'vitest'
import { createApiKey, deleteApiKey } from '#contracts/accounts.ts'
import { enterWorkspace, leaveWorkspace, type Send } from '../../electron/workspace-check.ts'
import { startServer as start } from '../../server/start.ts'
import { KEY, startServer, testConfig } from '../support/server.ts'

/** A partition: its requests, their responses, and its cookies. */
function partition() {
  const cookies = new Map<string, string>()
  const asked: string[] = []
  const send: Send = async (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    asked.push(`${init.method} ${new URL(url).pathname}`)
    const response = await fetch(url, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    return response
  }
  return { send, asked, cookies }
}

test('a key opens a session in the partition once, and then the session is sufficient', async () => {
  const { url } = await startServer()
  const { send, asked, cookies } = partition()
  expect(await enterWorkspace(send, url, KEY)).toBe('in')
  expect(cookies.size).toBe(1)
  expect(await enterWorkspace(send, url, undefined)).toBe('in')
  expect(asked).toEqual(['GET /api/user/me', 'POST /api/session', 'GET /api/user/me'])
})

test('without a key, or with a revoked one, the sign-in page is reached', async () => {
  const server = await startServer()
  const { send } = partition()
  expect(await enterWorkspace(send, server.url, undefined)).toBe('door')
  const { api_key } = await server.call(createApiKey, { body: { name: 'Laptop' } })
  expect(await enterWorkspace(send, server.url, api_key.token)).toBe('in')
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  expect(await enterWorkspace(send, server.url, api_key.token)).toBe('door')
})

test('a Parley that is down, or has seen too many wrong keys, does not lead to the sign-in page', async () => {
  const server = await start(testConfig())
  await server.stop()
  expect(await enterWorkspace(partition().send, server.url, KEY)).toBe('no-answer')
  const busy: Send = async (_url, { method }) =>
    Response.json({ message: 'Too many.' }, { status: method === 'POST' ? 429 : 401 })
  expect(await enterWorkspace(busy, server.url, KEY)).toBe('no-answer')
})

test('leaving signs out on the server too, and a server that is down delays nobody', async () => {
  const { url } = await startServer()
  const { send, cookies } = partition()
  await enterWorkspace(send, url, KEY)
  const kept = new Map(cookies)
  expect(await leaveWorkspace(send, url)).toBe(true)
  for (const [name, value] of kept) cookies.set(name, value)
  expect(await enterWorkspace(send, url, undefined)).toBe('door')
  const gone: Send = () => Promise.reject(new TypeError('fetch failed'))
  expect(await leaveWorkspace(gone, url)).toBe(false)
})
