import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { scaled } from '../../server/limits.ts'
import { KEY, startServer } from '../support/server.ts'

const json = { 'content-type': 'application/json' }

/** Sends raw bytes and returns everything that comes back. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('an unknown path is a JSON 404, whatever it looks like', async () => {
  const { fetch } = await startServer()
  for (const path of [
    '/api/nope',
    '/nope',
    '/api/user',
    '/api/user/../../etc/passwd',
    '/widget/..%2f..%2fpackage.json',
  ]) {
    const response = await fetch(path)
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      { message: 'Not found.' },
    ])
  }
})

test('a path with a malformed percent escape is a JSON 400', async () => {
  const { fetch } = await startServer()
  const response = await fetch('/api/conversations/%E0%A4%A')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Bad request.' })
})

test('a known path with another method is 405 and lists the allowed ones', async () => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/conversations', { method: 'PUT' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
  expect(await response.json()).toEqual({ message: 'Method not allowed.' })
})

test('missing, malformed, unknown and duplicate keys get the same 401', async () => {
  const { url } = await startServer()
  const attempts = [
    {},
    { authorization: 'Basic abc' },
    { authorization: 'Bearer' },
    { authorization: `Bearer  ${KEY}` },
    { authorization: `Bearer ${KEY}x` },
    { authorization: `Bearer ${'x'.repeat(8192)}` },
    { accept: 'text/html' },
  ]
  for (const headers of attempts) {
    const response = await fetch(`${url}/api/user/me`, {
      headers: headers as Record<string, string>,
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.text()).toBe('{"message":"Unauthenticated."}')
  }
  const doubled = await raw(
    url,
    `GET /api/user/me HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${KEY}\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`,
  )
  expect(doubled).toContain('HTTP/1.1 401')
})

test('a key in the URL grants no access, and the scheme is case-insensitive', async () => {
  const { url } = await startServer()
  expect((await fetch(`${url}/api/user/me?api_key=${KEY}`)).status).toBe(401)
  const lower = await fetch(`${url}/api/user/me`, { headers: { authorization: `bearer ${KEY}` } })
  expect(lower.status).toBe(200)
})

test('after twenty wrong keys in a minute an address gets 429, and a valid key still works', async () => {
  const server = await startServer({ rates: scaled(1) })
  const attempt = () =>
    fetch(`${server.url}/api/user/me`, { headers: { authorization: 'Bearer wrong' } })
  for (let count = 0; count < 20; count += 1) expect((await attempt()).status).toBe(401)
  const refused = await attempt()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(await refused.text()).toBe(`{"message":"Too many requests.","retry_after":${seconds}}`)
  expect((await server.fetch('/api/user/me')).status).toBe(200)
})

test.each([
  ['another name', 'evil.test'],
  ['a rebinding name', '127.0.0.1.nip.io:4317'],
  ['a name that only begins right', 'localhost.evil'],
  ['no port', '127.0.0.1'],
])('a Host with %s is 421 on every route', async (_, host) => {
  const { url } = await startServer()
  for (const path of [
    '/health',
    '/api/user/me',
    '/api/widget/session',
    '/demo',
    '/widget.js',
    '/nope',
  ]) {
    const answer = await raw(
      url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toContain('HTTP/1.1 421')
    expect(answer).toContain('{"message":"Misdirected request."}')
  }
})

test('two Host headers and an absolute target are 421', async () => {
  const { url } = await startServer()
  const { host } = new URL(url)
  const two = await raw(
    url,
    `GET /health HTTP/1.1\r\nHost: ${host}\r\nHost: evil\r\nConnection: close\r\n\r\n`,
  )
  expect(two).toContain('HTTP/1.1 421')
  const absolute = await raw(
    url,
    `GET http://evil/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  expect(absolute).toContain('HTTP/1.1 421')
})

test('localhost works as well as 127.0.0.1', async () => {
  const { url } = await startServer()
  const answer = await raw(
    url,
    `GET /health HTTP/1.1\r\nHost: localhost:${new URL(url).port}\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toContain('HTTP/1.1 200')
})

test('non-HTTP input is answered in JSON too', async () => {
  const { url } = await startServer()
  expect(await raw(url, 'hello\r\n\r\n')).toContain('{"message":"Bad Request."}')
  const huge = `GET /health HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`
  expect(await raw(url, huge)).toContain('HTTP/1.1 431')
})

test.each([
  ['broken JSON', '{bad'],
  ['a trailing comma', '{"name":1,}'],
  ['a byte order mark and nothing else', '\uFEFF{'],
])('%s is 400', async (_, body) => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/assistant', { method: 'POST', headers: json, body })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Malformed JSON.' })
})

test.each([['null'], ['"x"'], ['[]'], ['7']])('a body that is %s is 422', async (body) => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/api-keys', { method: 'POST', headers: json, body })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ message: 'The given data was invalid.' })
})

test('an empty body with a JSON content type is an empty object', async () => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/api-keys', { method: 'POST', headers: json, body: '' })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    message: 'The given data was invalid.',
    errors: { name: ['The name field is required.'] },
  })
})

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/jsonp'],
])('a body of type %s is 415 and changes nothing', async (type) => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/api-keys', {
    method: 'POST',
    headers: { 'content-type': type },
    body: '{"name":"x"}',
  })
  expect(response.status).toBe(415)
  expect(await (await fetch('/api/user/api-keys')).json()).toMatchObject({ api_keys: [{ id: 1 }] })
})

test('an unknown content encoding is 415, and a body that exceeds the limit when decompressed is 413', async () => {
  const { fetch } = await startServer()
  const post = (headers: Record<string, string>, body: BodyInit) =>
    fetch('/api/user/api-keys', { method: 'POST', headers: { ...json, ...headers }, body })
  expect((await post({ 'content-encoding': 'zstd' }, '{}')).status).toBe(415)
  expect((await post({}, `{"name":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413)
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  expect((await post({ 'content-encoding': 'gzip' }, new Uint8Array(bomb))).status).toBe(413)
})

test('JSON nested ten thousand deep is 422', async () => {
  const { fetch } = await startServer()
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const response = await fetch('/api/user/assistant', {
    method: 'POST',
    headers: json,
    body: `{"variables":{"a":${deep}}}`,
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: { body: [expect.any(String)] } })
})

test('checks run in order: host, path, method, key, content type, size, syntax, rules', async () => {
  const { url, fetch: asOwner } = await startServer()
  const post = (path: string, init: RequestInit) => fetch(url + path, { method: 'POST', ...init })
  const text = { headers: { 'content-type': 'text/plain' }, body: 'x' }
  expect((await post('/api/nope', text)).status).toBe(404)
  expect((await post('/api/user/conversations', text)).status).toBe(405)
  expect((await post('/api/user/assistant', text)).status).toBe(401)
  expect((await asOwner('/api/user/assistant', { method: 'POST', ...text })).status).toBe(415)
})

test('a NUL or lone surrogate in a text is 422, and every other character is returned unchanged', async () => {
  const { fetch } = await startServer()
  const create = (name: string) =>
    fetch('/api/user/api-keys', { method: 'POST', headers: json, body: JSON.stringify({ name }) })
  expect((await create('a\0b')).status).toBe(422)
  expect((await create('a\ud800b')).status).toBe(422)
  const name = '\u202Ertl \u200D 👩‍👩‍👧 ﷽'
  const { api_key } = await (await create(name)).json()
  expect(api_key.name).toBe(name)
})

test('every response has a request id, and an internal error contains only that', async () => {
  const { url, fetch, server } = await startServer()
  const health = await globalThis.fetch(`${url}/health`)
  expect(health.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  server.context.write.flush()
  server.context.db.exec('PRAGMA foreign_keys = OFF; DROP TABLE voices')
  const broken = await fetch('/api/user/assistants/voices')
  expect(broken.status).toBe(500)
  expect(await broken.json()).toEqual({
    message: 'Server error',
    request_id: broken.headers.get('x-request-id'),
  })
})

test('a page of another origin may not use the operator API, with or without a valid key', async () => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/me', { headers: { origin: 'https://evil.test' } })
  expect(response.status).toBe(403)
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  )
})
