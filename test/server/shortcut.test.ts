import { expect, test } from 'vitest'
import { KEY, startServer } from '../support/server.ts'

/* Lists bypass Express's router; with a trailing slash they go through it, to the same handler. */

const LIST = '/api/user/conversations'

test.each([
  ['a good key', LIST, { authorization: `Bearer ${KEY}` }],
  ['no key', LIST, {}],
  ['a wrong key', LIST, { authorization: 'Bearer wrong' }],
  ['a page of another site', LIST, { authorization: `Bearer ${KEY}`, origin: 'https://evil.test' }],
  ['a bad filter', `${LIST}?per_page=0`, { authorization: `Bearer ${KEY}` }],
  [
    'a fault told in German',
    `${LIST}?per_page=0`,
    { authorization: `Bearer ${KEY}`, 'parley-language': 'de' },
  ],
])('with %s both ways answer alike', async (_, path, headers) => {
  const server = await startServer()
  const ask = async (asked: string) => {
    const response = await fetch(server.url + asked, { headers })
    const names = [...response.headers.keys()].filter((name) => name !== 'content-length')
    const body = JSON.parse((await response.text()).replaceAll(`${LIST}/`, LIST))
    return { status: response.status, names, body }
  }
  const short = await ask(path)
  expect(await ask(path.replace(LIST, `${LIST}/`))).toEqual(short)
})

test('an unsupported method on a list is rejected with the allowed ones', async () => {
  const server = await startServer()
  const response = await server.fetch(LIST, { method: 'DELETE' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('HEAD of a list has GET’s headers and no body', async () => {
  const server = await startServer()
  const response = await server.fetch(LIST, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})
