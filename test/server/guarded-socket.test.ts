import { expect, onTestFinished, test } from 'vitest'
import type { NetworkPolicy } from '../../server/config.ts'
import { realOutside } from '../../server/context.ts'
import {
  type GuardedSocket,
  openSocket,
  type SocketRequest,
} from '../../server/providers/http/guarded-socket.ts'
import { OutgoingError } from '../../server/providers/http/outgoing-error.ts'
import { createClock, turns } from '../support/clock.ts'
import { FORBIDDEN_HOSTS, openCanary, PRIVATE_HOSTS } from '../support/inside.ts'
import { startSocketStandIn } from '../support/socket-stand-in.ts'

interface World {
  readonly network?: Partial<NetworkPolicy>
  readonly lookup?: typeof realOutside.lookup
  readonly sleep?: typeof realOutside.sleep
  /** The port of this server itself. */
  readonly port?: number
}

const never = new AbortController().signal

/** Opens sockets under its own policy, with an optional name server. */
function door({ network, port = 1, ...outside }: World = {}) {
  const policy = { policy: 'desktop', allowPrivate: [], ...network } as const
  const context = { ...realOutside, ...outside, network: () => policy, port: () => port }
  return (url: string, request: Partial<SocketRequest> = {}) =>
    openSocket(
      { ...context, version: 'test' },
      { url, timeoutMs: 15_000, maxMessageBytes: 65_536, signal: never, ...request },
    )
}

const allow = (...allowPrivate: string[]): World => ({ network: { allowPrivate } })

/** The error of something that must fail. */
const failureOf = (promise: Promise<unknown>): Promise<OutgoingError> =>
  promise.then(
    () => {
      throw new Error('It went well')
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(OutgoingError)
      return error as OutgoingError
    },
  )

/** All messages until the end. */
async function allOf({ messages }: GuardedSocket): Promise<(string | Buffer)[]> {
  const all: (string | Buffer)[] = []
  for await (const message of messages) all.push(message)
  return all
}

/** A canary that is closed with the test. */
async function canary() {
  const bird = await openCanary()
  onTestFinished(bird.close)
  return bird
}

test.each(['desktop', 'server'] as const)(
  'no connection is made to a forbidden or unlisted private address under the %s policy',
  async (policy) => {
    const { port, hits } = await canary()
    const open = door({ network: { policy } })
    for (const host of [...FORBIDDEN_HOSTS, ...PRIVATE_HOSTS])
      for (const scheme of ['ws', 'WSS']) {
        const failure = await failureOf(open(`${scheme}://${host}:${port}/`))
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
  const worlds = [
    [FORBIDDEN_HOSTS, allow(...listed)],
    [PRIVATE_HOSTS, { network: { policy: 'server', allowPrivate: listed } }],
  ] as const
  for (const [hosts, world] of worlds)
    for (const host of hosts) {
      const { code } = await failureOf(door(world)(`ws://${host}:${port}/`))
      expect([host, code]).toEqual([host, 'blocked'])
    }
  expect(hits()).toBe(0)
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'ws+unix:///var/run/docker.sock',
  'ws://user:secret@example.com/',
  'wss:',
  '',
])('%s is not an address for a socket', async (url) => {
  expect(await failureOf(door()(url))).toMatchObject({ code: 'blocked', isFinal: true })
})

test('Parley opens no socket to itself, listed or not', async () => {
  const standIn = await startSocketStandIn()
  const open = door({ ...allow(standIn.host), port: standIn.port })
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(await failureOf(open(`ws://${host}:${standIn.port}/`))).toMatchObject({
      fault: { code: 'calls_itself' },
    })
  expect(standIn.connected()).toBe(0)
})

test('every address of a name is checked, and a good one does not excuse a bad one', async () => {
  const { port, hits } = await canary()
  const names: Record<string, string[]> = {
    'inside.example.com': ['10.0.0.1'],
    'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
    'odd.example.com': ['no address'],
  }
  const open = door({
    lookup: async (name) => names[name]!.map((address) => ({ address, family: 4 })),
  })
  for (const name of Object.keys(names))
    expect(await failureOf(open(`ws://${name}:${port}/`))).toMatchObject({
      code: 'blocked',
      isFinal: false,
    })
  expect(hits()).toBe(0)
})

test('the connection goes to the address that was checked, whatever the name resolves to by then', async () => {
  const standIn = await startSocketStandIn()
  const answers = ['127.0.0.1', '169.254.169.254']
  let asked = 0
  const open = door({
    ...allow(`flip.example.com:${standIn.port}`),
    lookup: async () => [{ address: answers[asked++]!, family: 4 }],
  })
  await open(`ws://flip.example.com:${standIn.port}/x?y=1#z`)
  expect(asked).toBe(1)
  expect(standIn.sockets[0]).toMatchObject({
    path: '/x?y=1',
    headers: { host: `flip.example.com:${standIn.port}`, 'user-agent': 'Parley/test' },
  })
})

test('a connection is checked again once established, since its permission may have been revoked', async () => {
  const standIn = await startSocketStandIn()
  let asked = 0
  const context = {
    ...realOutside,
    // Allowed when both addresses of localhost are checked, and no longer when the connection is.
    network: () => ({
      policy: 'desktop' as const,
      allowPrivate: asked++ < 2 ? [standIn.host] : [],
    }),
    port: () => 1,
    version: 'test',
  }
  const url = `ws://localhost:${standIn.port}`
  const request = { url, timeoutMs: 15_000, maxMessageBytes: 100, signal: never }
  expect((await failureOf(openSocket(context, request))).code).toBe('blocked')
  expect([asked, standIn.asked()]).toEqual([3, 0])
})

test('messages arrive in order, including those right after the handshake, text as text and binary as bytes', async () => {
  const standIn = await startSocketStandIn({
    onOpen: (socket) => {
      socket.send('ö')
      socket.send(Buffer.from([0, 255]))
    },
    onMessage: (message, socket) => {
      socket.send(message)
      socket.close(1000)
    },
  })
  const socket = await door(allow(standIn.host))(standIn.url, { headers: { 'xi-api-key': 'k' } })
  socket.send('hello')
  expect(await allOf(socket)).toEqual(['ö', Buffer.from([0, 255]), 'hello'])
  const { headers } = standIn.sockets[0]!
  expect(headers).toMatchObject({ 'xi-api-key': 'k', 'sec-websocket-version': '13' })
  expect(headers['sec-websocket-extensions']).toBeUndefined()
  // The peer has gone.
  socket.send('late')
})

test('the caller’s headers are sent verbatim, and cannot inject or replace ours', async () => {
  const standIn = await startSocketStandIn()
  const open = door(allow(standIn.host))
  for (const header of [
    { authorization: 'Token a\r\nx-evil: 1' },
    { 'x-a\r\nx-evil': '1' },
    { authorization: 'Schlüssel\n' },
  ])
    expect((await failureOf(open(standIn.url, { headers: { ...header } }))).code).toBe('failed')
  expect(standIn.connected()).toBe(0)
  const own = { host: 'evil.example', Connection: 'close', Upgrade: 'h2c' }
  await open(standIn.url, { headers: own })
  expect(standIn.sockets[0]!.headers).toMatchObject({
    host: standIn.host,
    connection: 'Upgrade',
    upgrade: 'websocket',
  })
})

test.each([301, 302, 307, 308])(
  'a redirect (%i) is a refusal, and not followed',
  async (status) => {
    const { port, hits } = await canary()
    const location = `http://127.0.0.1:${port}/latest/meta-data`
    const standIn = await startSocketStandIn({ refuse: () => ({ status, headers: { location } }) })
    const open = door(allow(standIn.host, `127.0.0.1:${port}`))
    expect(await failureOf(open(standIn.url))).toMatchObject({ code: 'failed', status })
    expect(hits()).toBe(0)
  },
)

test('a refusal has its status, type and the start of its body', async () => {
  const standIn = await startSocketStandIn({
    refuse: () => ({
      status: 401,
      headers: { 'content-type': 'application/json', 'content-length': '9999999' },
      body: 'x'.repeat(100_000),
    }),
  })
  const failure = await failureOf(door(allow(standIn.host))(standIn.url))
  expect(failure).toMatchObject({ status: 401, type: 'application/json' })
  expect((failure as unknown as { body: string }).body).toHaveLength(16 * 1024)
  await expect.poll(standIn.connected).toBe(0)
})

test('a caller may abort at any point of a refusal', async () => {
  const standIn = await startSocketStandIn({ refuse: () => ({ status: 401 }) })
  const over = new AbortController()
  const { signal } = over
  await failureOf(door(allow(standIn.host))(standIn.url, { signal }))
  over.abort()
  await turns()
})

test('an oversized message closes the connection before it is complete', async () => {
  const standIn = await startSocketStandIn({
    onOpen: (socket) => {
      socket.send('short')
      socket.send('x'.repeat(1001))
    },
  })
  const socket = await door(allow(standIn.host))(standIn.url, { maxMessageBytes: 1000 })
  const messages = socket.messages[Symbol.asyncIterator]()
  expect((await messages.next()).value).toBe('short')
  expect((await failureOf(messages.next())).code).toBe('failed')
  await expect.poll(() => standIn.sockets[0]!.ending?.code).toBe(1009)
})

test('a slow reader applies backpressure instead of buffering everything', async () => {
  const standIn = await startSocketStandIn({
    onOpen: (socket) => {
      const message = Buffer.alloc(60_000)
      for (let index = 0; index < 400; index += 1) socket.send(message)
      socket.close(1000)
    },
  })
  const socket = await door(allow(standIn.host))(standIn.url)
  const { unsent } = standIn.sockets[0]!
  // Until nothing changes any more.
  for (let last = -1, now = unsent(); now !== last; now = unsent()) {
    last = now
    await turns(100)
  }
  expect(unsent()).toBeGreaterThan(10_000_000)
  const all = await allOf(socket)
  expect(new Set(all.map(({ length }) => length))).toEqual(new Set([60_000]))
  expect(all).toHaveLength(400)
})

test('a close code other than the normal one is an error with that code and reason', async () => {
  const standIn = await startSocketStandIn({
    onOpen: (socket, index) => {
      socket.send('first')
      if (index === 0) socket.close(1008, 'No credit')
      else if (index === 1) socket.cut()
      else socket.close(1000)
    },
  })
  const open = door(allow(standIn.host))
  for (const [status, words] of [
    [1008, 'No credit'],
    [1006, ''],
  ]) {
    const messages = (await open(standIn.url)).messages[Symbol.asyncIterator]()
    expect((await messages.next()).value).toBe('first')
    expect(await failureOf(messages.next())).toMatchObject({ code: 'failed', status, words })
  }
  expect(await allOf(await open(standIn.url))).toEqual(['first'])
})

test('close sends a close frame and stops reading; abort just cuts the connection', async () => {
  const standIn = await startSocketStandIn({ onOpen: (socket) => socket.send('first') })
  const open = door(allow(standIn.host))
  const closed = await open(standIn.url)
  const rest = allOf(closed)
  closed.close()
  await rest
  await expect.poll(() => standIn.sockets[0]!.ending?.code).toBe(1000)
  const over = new AbortController()
  const aborted = await open(standIn.url, { signal: over.signal })
  const messages = aborted.messages[Symbol.asyncIterator]()
  await messages.next()
  const next = messages.next()
  over.abort()
  expect((await next).done).toBe(true)
  await expect.poll(() => standIn.sockets[1]!.ending?.code).toBe(1006)
  await expect.poll(standIn.connected).toBe(0)
})

test('a peer that reads nothing is disconnected before much has been buffered', async () => {
  const standIn = await startSocketStandIn({ onOpen: (socket) => socket.stall() })
  const socket = await door(allow(standIn.host))(standIn.url)
  const failed = failureOf(allOf(socket))
  for (let index = 0; index < 2000; index += 1) socket.send(Buffer.alloc(64 * 1024))
  expect(await failed).toMatchObject({ code: 'failed', fault: { code: 'connection_reset' } })
})

test('a peer or name server that never answers times out', async () => {
  const standIn = await startSocketStandIn({ refuse: () => 'silence' })
  const clock = createClock()
  const { sleep } = clock.outside
  const slow = failureOf(door({ ...allow(standIn.host), sleep })(standIn.url, { timeoutMs: 5000 }))
  await expect.poll(standIn.asked).toBe(1)
  const lookup = () => new Promise<never>(() => undefined)
  const lost = failureOf(door({ lookup, sleep })('wss://example.com/', { timeoutMs: 5000 }))
  await clock.advance(5000)
  for (const failure of [await slow, await lost])
    expect(failure).toMatchObject({
      code: 'timeout',
      fault: { code: 'no_answer_in_time', params: { seconds: 5 } },
    })
  await expect.poll(standIn.connected).toBe(0)
})

test('a caller that aborts early, a refused connection and a non-WebSocket response are failures', async () => {
  const standIn = await startSocketStandIn({ refuse: () => 'silence' })
  const open = door(allow(standIn.host, '127.0.0.1:9'))
  const over = new AbortController()
  const given = failureOf(open(standIn.url, { signal: over.signal }))
  await expect.poll(standIn.asked).toBe(1)
  over.abort()
  expect((await given).code).toBe('stopped')
  expect((await failureOf(open(standIn.url, { signal: over.signal }))).code).toBe('stopped')
  expect(await failureOf(open('ws://127.0.0.1:9/'))).toMatchObject({
    fault: { code: 'connection_refused' },
  })
  expect((await failureOf(open(standIn.url.replace('ws:', 'wss:'), { timeoutMs: 500 }))).code).toBe(
    'failed',
  )
  await expect.poll(standIn.connected).toBe(0)
})
