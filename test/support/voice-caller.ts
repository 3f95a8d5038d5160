import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import type { TestServer } from './server.ts'
import type { TestVisitor } from './visitor.ts'
import { startPlaying } from './voice-player.ts'

/** Options of a socket opened by a test. */
export interface Opening {
  readonly origin?: string | undefined
  readonly path?: string
  readonly protocols?: string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A socket to a server, closed after the test. */
export function openSocket(
  { url }: Pick<TestServer, 'url'>,
  {
    origin = url,
    path = VOICE_SOCKET.path,
    protocols = [VOICE_SOCKET.protocol],
    headers,
  }: Opening = {},
): WebSocket {
  const socket = new WebSocket(url.replace('http', 'ws') + path, protocols, {
    ...(origin !== '' && { origin }),
    ...(headers && { headers }),
  })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  return socket
}

/** A ticket as a visitor's page gets it. */
export async function ticketOf(
  server: Pick<TestServer, 'as' | 'url'>,
  { token, conversationId }: TestVisitor,
  origin = server.url,
): Promise<string> {
  const call = server.as({ authorization: `Bearer ${token}`, origin })
  return (await call(startVisitorCall, { params: { uuid: conversationId } })).ticket
}

/** A visitor's browser in a call, closed after the test. */
export async function callFrom(server: TestServer, visitor: TestVisitor) {
  const caller = await startPlaying({
    ticket: () => ticketOf(server, visitor),
    open: () => openSocket(server),
  })
  onTestFinished(caller.end)
  return caller
}
