import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Silence after which nobody is expected to answer any more, ms of this machine: an SMTP server greets after 100. */
const QUIET_MS = 200
/** Longest wait, ms of this machine. */
const PATIENCE_MS = 5000
const LOOK_MS = 5

/**
 * Watches the connections that this process opens, for a clock that must not run past the deadlines of exchanges that
 * take real time.
 */
export function watchConnections() {
  const transferred = new Map<Socket, number>()
  let active = 0

  diagnostics.subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket }
    transferred.set(socket, 0)
    active = Date.now()
    socket.once('close', () => {
      transferred.delete(socket)
      active = Date.now()
    })
  })

  function look(): void {
    for (const [socket, before] of transferred) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== before || socket.connecting) active = Date.now()
      transferred.set(socket, bytes)
    }
  }

  return {
    /** Waits until nothing is being exchanged. */
    async quiet(): Promise<void> {
      const end = Date.now() + PATIENCE_MS
      for (look(); Date.now() < Math.min(end, active + QUIET_MS); look())
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    },
  }
}
