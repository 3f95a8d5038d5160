import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong, withCaller } from '../../support/web-calls.ts'

/** Connections from one attacker that never finish their request. */
const HALF_OPEN = 1000

/** Opens a connection and sends the start of an upgrade. */
async function halfOpen(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET /api/widget/voice HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\n`)
  return socket
}

test('a thousand half-open sockets prevent no one from calling', async () => {
  const { server, visitor } = await withCaller()
  const sockets: Socket[] = []
  while (sockets.length < HALF_OPEN)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => halfOpen(server.url)))))
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('thank you')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0)
  caller.hangUp()
})
