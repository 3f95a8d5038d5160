import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that browsers open in advance; Node counts a silent one as busy, and a stopping server would wait
 * for its first request. Returns a function that closes them.
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
