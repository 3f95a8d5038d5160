import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLabel } from '#contracts/labels.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

const STREAM = '/api/user/stream'

/** The request headers for a path, as a program sends them. */
const asks = ({ url }: TestServer, path: string, version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`

/** A raw connection to a server; `text` is everything received. */
function open(server: TestServer, sent: string) {
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const came = { text: '', isOver: false }
  socket.on('data', (chunk) => {
    came.text += chunk.toString()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    came.isOver = true
  })
  socket.write(sent)
  return { socket, came }
}

const label = (server: TestServer, name: string) =>
  server.call(createLabel, { body: { name, colour: 'grey' } })

test('frames are sent in chunks with their length', async () => {
  const server = await startServer()
  const { came } = open(server, asks(server, STREAM))
  await expect.poll(() => came.text).toContain('retry:')
  await label(server, 'Größe')
  await expect.poll(() => came.text).toContain('"Größe"')
  const body = Buffer.from(came.text.split('\r\n\r\n').slice(1).join('\r\n\r\n'))
  let at = 0
  while (at < body.length) {
    const lineEnd = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.subarray(at, lineEnd).toString(), 16)
    const chunkEnd = lineEnd + 2 + length
    expect(body.subarray(chunkEnd - 2, chunkEnd + 2).toString()).toBe('\n\n\r\n')
    at = chunkEnd + 2
  }
})

test('a proxy that speaks HTTP/1.0 gets frames without chunking', async () => {
  const server = await startServer()
  const { came } = open(server, asks(server, STREAM, '1.0'))
  await expect.poll(() => came.text).toContain('retry:')
  await label(server, 'Plain')
  await expect.poll(() => came.text).toContain('"Plain"')
  expect(came.text.split('\r\n\r\n').slice(1).join()).toMatch(/^retry: 1000\n\n(id: \d+\n)?event: /)
})

test('a request pipelined behind a stream waits for it, and breaks nothing', async () => {
  const server = await startServer()
  const both = asks(server, STREAM) + asks(server, '/api/user/me')
  const { came } = open(server, both)
  await expect.poll(() => came.text).toContain('retry:')
  await label(server, 'Still here')
  await expect.poll(() => came.text).toContain('"Still here"')
  expect(came.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('data sent later by a stream’s reader is discarded', async () => {
  const server = await startServer()
  const { socket, came } = open(server, asks(server, STREAM))
  await expect.poll(() => came.text).toContain('retry:')
  socket.write(asks(server, '/api/user/me'))
  await label(server, 'Still here')
  await expect.poll(() => came.text).toContain('"Still here"')
  expect(came.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a stream pipelined behind another request is served after it', async () => {
  const server = await startServer()
  const { came } = open(server, asks(server, '/api/user/me') + asks(server, STREAM))
  await expect.poll(() => came.text).toContain('retry:')
  expect(came.text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  await label(server, 'Both')
  await expect.poll(() => came.text).toContain('"Both"')
})

test('a shutdown ends the readers’ streams and does not wait for one that does not read', async () => {
  const server = await startServer({ limits: { streamBufferBytes: 2 ** 30 } })
  const reader = open(server, asks(server, STREAM))
  await expect.poll(() => reader.came.text).toContain('retry:')
  const stalled = open(server, asks(server, STREAM))
  await expect.poll(() => stalled.came.text).toContain('retry:')
  stalled.socket.pause()
  const padding = 'x'.repeat(20_000)
  for (let id = 0; id < 1000; id += 1) {
    const payload = { data: [{ id, name: padding, colour: 'grey' as const }] }
    const { context } = server
    await context.write((tx) =>
      context.events.record(tx, { userId: 1, type: 'labels.changed', payload }),
    )
  }
  const begun = performance.now()
  await server.server.stop()
  expect(performance.now() - begun).toBeLessThan(server.context.config.limits.drainMs)
  await expect.poll(() => reader.came.isOver).toBe(true)
  expect(reader.came.text).toMatch(/\r\n0\r\n\r\n$/)
})
