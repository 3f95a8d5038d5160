import { createServer as createHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { NetworkPolicy } from '../../server/config.ts'
import { readConfig } from '../../server/config.ts'
import { realOutside } from '../../server/context.ts'
import { reachOf } from '../../server/providers/http/address.ts'
import { type GuardedRequest, guardedFetch } from '../../server/providers/http/guarded-fetch.ts'
import { guardedStream } from '../../server/providers/http/guarded-stream.ts'
import { OutgoingError } from '../../server/providers/http/outgoing-error.ts'
import { FORBIDDEN_HOSTS, openCanary, PRIVATE_HOSTS } from '../support/inside.ts'
import { startReceiver, status } from '../support/receiver.ts'

interface World {
  readonly network?: Partial<NetworkPolicy>
  readonly lookup?: typeof realOutside.lookup
  readonly sleep?: typeof realOutside.sleep
  /** The port of this server itself. */
  readonly port?: number
}

function contextOf({
  network,
  lookup = realOutside.lookup,
  sleep = realOutside.sleep,
  port = 1,
}: World) {
  const policy = { policy: 'desktop', allowPrivate: [], ...network } as const
  return { network: () => policy, lookup, sleep, port: () => port, version: 'test' }
}

/** A guarded fetch with its own policy and an optional name server. */
function door(world: World = {}) {
  const context = contextOf(world)
  return (url: string, request: Partial<GuardedRequest> = {}) =>
    guardedFetch(context, { url, timeoutMs: 15_000, maxBytes: 65_536, ...request })
}

/** The same for responses that are read as a stream. */
const streamDoor = (world: World = {}) => guardedStream(contextOf(world))

const allow = (...allowPrivate: string[]): World => ({ network: { allowPrivate } })

/** The error of a call that must fail. */
const failureOf = (promise: Promise<unknown>): Promise<OutgoingError> =>
  promise.then(
    () => {
      throw new Error('There was an answer')
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(OutgoingError)
      return error as OutgoingError
    },
  )

/** A canary that is closed with the test. */
async function canary() {
  const bird = await openCanary()
  onTestFinished(bird.close)
  return bird
}

test.each(['desktop', 'server'] as const)(
  'no forbidden or unlisted private address is connected to under the %s policy',
  async (policy) => {
    const { port, hits } = await canary()
    const call = door({ network: { policy } })
    for (const host of [...FORBIDDEN_HOSTS, ...PRIVATE_HOSTS]) {
      const failure = await failureOf(call(`http://${host}:${port}/`))
      expect([host, failure.code, failure.isFinal]).toEqual([host, 'blocked', true])
    }
    expect(hits()).toBe(0)
  },
)

test('forbidden addresses cannot be allowed by listing, nor can private ones under the server policy', async () => {
  const { port, hits } = await canary()
  const listed = [...FORBIDDEN_HOSTS, ...PRIVATE_HOSTS]
    .filter((host) => URL.canParse(`http://${host}`))
    .map((host) => `${new URL(`http://${host}`).hostname}:${port}`)
  const desktop = door(allow(...listed))
  for (const host of FORBIDDEN_HOSTS) {
    expect([host, (await failureOf(desktop(`http://${host}:${port}/`))).code]).toEqual([
      host,
      'blocked',
    ])
  }
  const server = door({ network: { policy: 'server', allowPrivate: listed } })
  for (const host of PRIVATE_HOSTS) {
    expect([host, (await failureOf(server(`http://${host}:${port}/`))).code]).toEqual([
      host,
      'blocked',
    ])
  }
  expect(hits()).toBe(0)
})

test('a stream is refused the same addresses, listed or not, and none is connected to', async () => {
  const { port, hits } = await canary()
  const listed = FORBIDDEN_HOSTS.map((host) => `${new URL(`http://${host}`).hostname}:${port}`)
  const worlds: World[] = [{}, { network: { policy: 'server', allowPrivate: listed } }]
  for (const world of worlds) {
    for (const host of [...FORBIDDEN_HOSTS, ...PRIVATE_HOSTS]) {
      const { code } = await failureOf(streamDoor(world)(`http://${host}:${port}/`))
      expect([host, code]).toEqual([host, 'blocked'])
    }
  }
  for (const host of FORBIDDEN_HOSTS) {
    const { code } = await failureOf(streamDoor(allow(...listed))(`http://${host}:${port}/`))
    expect([host, code]).toEqual([host, 'blocked'])
  }
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  await failureOf(streamDoor({ lookup })(`http://inside.example.com:${port}/`))
  expect((await failureOf(streamDoor(allow(`127.0.0.1:${port}`))('file:///etc/passwd'))).code).toBe(
    'blocked',
  )
  expect(hits()).toBe(0)
})

test('a stream is available from its first bytes, sends its request body, and is closed when not wanted', async () => {
  let closed = false
  const receiver = await startReceiver((res) => {
    res.on('close', () => (closed = true))
    res.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': ['a=1', 'b=2'] })
    res.write('first')
  })
  const response = await streamDoor(allow(receiver.host))(receiver.url, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'accept-encoding': 'gzip' },
    body: '{"a":1}',
  })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('first')
  expect(receiver.requests[0]).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: { authorization: 'Bearer key', 'accept-encoding': 'identity' },
  })
  await reader.cancel()
  await expect.poll(() => closed).toBe(true)
})

test('a stream ends with its caller’s signal, before its first byte and in the middle', async () => {
  const receiver = await startReceiver(() => undefined)
  const call = streamDoor(allow(receiver.host))
  const early = new AbortController()
  const waiting = call(receiver.url, { signal: early.signal })
  await expect.poll(() => receiver.requests.length).toBe(1)
  early.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(call(receiver.url, { signal: early.signal })).rejects.toThrow('enough')
  receiver.answer((res) => res.writeHead(200).write('half'))
  const late = new AbortController()
  const { body } = await call(receiver.url, { signal: late.signal })
  late.abort()
  await expect(new Response(body).text()).rejects.toThrow()
})

test('a stream does not follow redirects, and a lost connection fails as fetch does', async () => {
  const { port, hits } = await canary()
  const location = `http://127.0.0.1:${port}/`
  const receiver = await startReceiver(status(307, { location }))
  const call = streamDoor(allow(receiver.host, `127.0.0.1:${port}`))
  expect((await call(receiver.url, { method: 'POST', body: 'x' })).status).toBe(307)
  expect(hits()).toBe(0)
  receiver.answer(status(204))
  expect((await call(receiver.url)).body).toBeNull()
  receiver.answer((res) => res.destroy())
  await expect(call(receiver.url)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'failed' },
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '64:ff9b::808:808',
  '::ffff:8.8.8.8',
])('%s is a public address', (address) => {
  expect(reachOf(address)).toBe('public')
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'http://user:secret@example.com/',
  'no address',
  '',
])('%s is not a callable address', async (url) => {
  expect(await failureOf(door()(url))).toMatchObject({ code: 'blocked', isFinal: true })
})

test('a listed private address can be called, and only on its port', async () => {
  const [listed, other] = [await startReceiver(), await startReceiver()]
  const call = door(allow(listed.host))
  expect(await call(listed.url)).toMatchObject({ status: 200, isCut: false })
  expect((await call(`http://localhost:${listed.port}/`)).status).toBe(200)
  expect((await failureOf(call(other.url))).message).toContain(
    `the owner can allow 127.0.0.1:${other.port} in Settings › Network`,
  )
  expect(other.requests).toEqual([])
})

test('a secret leaves without encryption only for a private address, and no public one beside it', async () => {
  const { url, host, port, requests } = await startReceiver()
  const listed = allow(host, `nas.test:${port}`)
  expect((await door(listed)(url, { hasSecret: true })).status).toBe(200)
  const lookup = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ]
  const call = door({ ...listed, lookup })
  const failure = await failureOf(call(`http://nas.test:${port}/`, { hasSecret: true }))
  expect([failure.code, failure.fault.code]).toEqual(['blocked', 'api_tls_required'])
  expect(requests).toHaveLength(1)
  expect((await call(`http://nas.test:${port}/`)).status).toBe(200)
})

test('Parley never calls itself, listed or not', async () => {
  const receiver = await startReceiver()
  const call = door({ ...allow(receiver.host, `localhost:${receiver.port}`), port: receiver.port })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2']) {
    const failure = await failureOf(call(`http://${host}:${receiver.port}/api/user/me`))
    expect(failure.message).toBe('Parley does not call itself')
  }
  expect(receiver.requests).toEqual([])
})

test('every address of a name is checked, and a good one does not excuse a bad one', async () => {
  const { port, hits } = await canary()
  const names: Record<string, string[]> = {
    'inside.example.com': ['10.0.0.1'],
    'loop.example.com': ['127.0.0.1'],
    'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
    'six.example.com': ['::ffff:127.0.0.1'],
    'odd.example.com': ['no address'],
  }
  const call = door({
    lookup: async (name) => names[name]!.map((address) => ({ address, family: 4 })),
  })
  for (const name of Object.keys(names)) {
    // A name may resolve differently tomorrow, so a retry can help.
    expect(await failureOf(call(`http://${name}:${port}/`))).toMatchObject({
      code: 'blocked',
      isFinal: false,
    })
  }
  expect(hits()).toBe(0)
})

test('the connection goes to the address that was checked, whatever the name resolves to by then', async () => {
  const receiver = await startReceiver()
  const answers = ['127.0.0.1', '169.254.169.254']
  let asked = 0
  const call = door({
    ...allow(`flip.example.com:${receiver.port}`),
    lookup: async () => [{ address: answers[asked++]!, family: 4 }],
  })
  expect((await call(`http://flip.example.com:${receiver.port}/x?y=1`)).status).toBe(200)
  expect(asked).toBe(1)
  expect(receiver.requests[0]).toMatchObject({
    path: '/x?y=1',
    headers: { host: `flip.example.com:${receiver.port}`, 'user-agent': 'Parley/test' },
  })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is returned as a response, and not followed',
  async (code) => {
    const { port, hits } = await canary()
    const receiver = await startReceiver(
      status(code, { location: `http://127.0.0.1:${port}/latest/meta-data` }),
    )
    const call = door(allow(receiver.host, `127.0.0.1:${port}`))
    expect((await call(receiver.url)).status).toBe(code)
    expect(hits()).toBe(0)
  },
)

test('a long response is truncated, and its connection closed', async () => {
  let closed = false
  const receiver = await startReceiver((res) => {
    res.on('close', () => (closed = true))
    const flood = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536, 'x')));
      if (!res.destroyed) res.once('drain', flood)
    }
    flood()
  })
  const { body, isCut } = await door(allow(receiver.host))(receiver.url, { maxBytes: 1000 })
  expect([body.length, isCut]).toEqual([1000, true])
  await expect.poll(() => closed).toBe(true)
})

test('nothing is decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const receiver = await startReceiver((res) => {
    res.writeHead(200, { 'content-encoding': 'gzip' })
    res.end(bomb)
  })
  const { body } = await door(allow(receiver.host))(receiver.url)
  expect(body.equals(bomb)).toBe(true)
  expect(receiver.requests[0]!.headers['accept-encoding']).toBe('identity')
})

test.each<[string, (res: import('node:http').ServerResponse) => void]>([
  ['never answers', () => undefined],
  [
    'drips',
    (res) => {
      res.writeHead(200)
      const timer = setInterval(() => res.write('.'), 10)
      res.on('close', () => clearInterval(timer))
    },
  ],
])('a receiver that %s times out', async (_, answer) => {
  const receiver = await startReceiver(answer)
  const started = performance.now()
  const failure = await failureOf(door(allow(receiver.host))(receiver.url, { timeoutMs: 200 }))
  expect(failure.code).toBe('timeout')
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a name server that never answers times out, too', async () => {
  const call = door({ lookup: () => new Promise(() => undefined) })
  expect((await failureOf(call('http://example.com/', { timeoutMs: 50 }))).code).toBe('timeout')
})

test('headers of 100 KB, a malformed response, a refused connection and a caller that aborts are failures', async () => {
  const receiver = await startReceiver()
  const call = door(allow(receiver.host))
  receiver.answer((res) => {
    res.setHeader('x-long', 'x'.repeat(100_000))
    res.end()
  })
  expect(await failureOf(call(receiver.url))).toMatchObject({
    code: 'failed',
    message: 'The headers of the answer are too large',
  })
  receiver.answer((res) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('half')
    setImmediate(() => res.destroy())
  })
  expect((await failureOf(call(receiver.url))).code).toBe('failed')
  receiver.answer(() => undefined)
  const controller = new AbortController()
  const given = failureOf(call(receiver.url, { signal: controller.signal }))
  await expect.poll(() => receiver.requests.length).toBe(3)
  controller.abort()
  expect((await given).code).toBe('stopped')
  // Nothing listens there; a port that was free a moment ago may be in use by another test.
  const closed = '127.0.0.1:9'
  expect(await failureOf(door(allow(closed))(`http://${closed}/`))).toMatchObject({
    code: 'failed',
    message: 'The connection was refused',
  })
})

test('each call has its own connection', async () => {
  const ports = new Set<number | undefined>()
  const server = createHttp((req, res) => {
    ports.add(req.socket.remotePort)
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = door(allow(host))
  for (let count = 0; count < 3; count += 1) await call(`http://${host}/`)
  expect(ports.size).toBe(3)
})

test('the policy and its list come from the environment, and an invalid list is reported', () => {
  expect(readConfig({}).network).toEqual({ policy: 'desktop', allowPrivate: [] })
  expect(
    readConfig({
      PARLEY_NETWORK: 'server',
      PARLEY_ALLOW_PRIVATE: '127.0.0.1:5678, NAS.local:80,[::1]:9000',
    }).network,
  ).toEqual({
    policy: 'server',
    allowPrivate: ['127.0.0.1:5678', 'nas.local:80', '[::1]:9000'],
  })
  for (const list of ['127.0.0.1', 'http://127.0.0.1:80', 'a b:80', ':80', 'x:0', 'x:70000']) {
    expect(() => readConfig({ PARLEY_ALLOW_PRIVATE: list })).toThrow('host:port pairs')
  }
})
