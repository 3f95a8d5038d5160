import type { AddressInfo } from 'node:net'
import type { WebSocketServer } from 'ws'

/** Tells Playwright where to connect once a server of WebDriver BiDi listens, in the words of Firefox. */
export function announce(server: WebSocketServer): void {
  const write = () => {
    const { port } = server.address() as AddressInfo
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  }
  if (server.address()) write()
  else server.once('listening', write)
}
