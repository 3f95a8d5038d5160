import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy's modifications of what passes through it. */
interface Habits {
  /** Path that it forwards. */
  readonly path?: (path: string) => string
  /** Status that it answers by itself. */
  readonly status?: number
  readonly passesSockets?: boolean
}

/** A proxy on loopback in front of a server, once that has an address; stopped after the test. */
export async function startReverseProxy() {
  let target: URL | undefined
  let habits: Habits = {}
  const server = createServer((req, res) => {
    const { path = (same: string) => same, status } = habits
    if (status !== undefined || !target) {
      res.writeHead(status ?? 502).end('A page of somebody else')
      return
    }
    const { hostname, port } = target
    const { method, headers } = req
    const passed = request({ hostname, port, method, headers, path: path(req.url!) }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(res)
    })
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  })
  server.on('upgrade', (req, socket, head) => {
    if (habits.passesSockets === false || !target) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    const upstream = connect(Number(target.port), target.hostname, () => {
      const headers = req.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
      upstream.write(`GET ${req.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    passTo(url: string): void {
      target = new URL(url)
    },
    behave(next: Habits): void {
      habits = next
    },
  }
}
