import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows the connections that browsers open ahead of need; Node counts one that has sent nothing as busy, and a server
 * that stops would wait for its first request. Returns a function that closes those.
 */
export function followUnusedConnections(http: Server): () => void {
  const open = new Set<Socket>()
  http.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
