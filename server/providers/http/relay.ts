import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { isOwnLoopback } from '#contracts/loopback.ts'
import { listenerAddress } from '../../config.ts'
import type { Context } from '../../context.ts'
import { reachOf } from './address.ts'
import { assertAllowed } from './policy.ts'
import { type ConnectNeeds, routeTo } from './route.ts'

type Needs = ConnectNeeds & Pick<Context, 'config' | 'origin'>

/** A proxy on the loopback address, through which a browser reaches what the server itself may call. */
export interface Relay {
  readonly port: number
  /** Closes it with all its connections. */
  close(): void
}

export interface RelayOptions {
  /** Hostname of the shown page, the only one whose private addresses may be reached, if they are listed. */
  readonly shown: string | undefined
  /** Paths of this server that may be requested; every other address of its own is refused. */
  readonly isOwnPath: (path: string) => boolean
  /** Time without any data after which a connection is closed, ms. */
  readonly idleMs?: number
}

/** Rules of a relay, with the context for the requests to a host. */
interface Rules extends Required<Pick<RelayOptions, 'isOwnPath' | 'idleMs'>> {
  readonly needsOf: (hostname: string) => Needs
}

/** Maximum number of connections at a time; a browser opens six for each host. */
const MAX_CONNECTIONS = 200

/** Default of `idleMs`: streams say something twice a minute. */
const IDLE_MS = 120_000

/**
 * Starts a proxy whose requests and tunnels go through the guarded door: each name is looked up here, every address of it is
 * checked, and the connection is pinned to one of those.
 */
export async function startRelay(
  context: Needs,
  { shown, isOwnPath, idleMs = IDLE_MS }: RelayOptions,
): Promise<Relay> {
  const rules: Rules = { needsOf: withListFor(shown, context), isOwnPath, idleMs }
  const sockets = new Set<Socket>()
  const server = createServer((req, res) => {
    forward(rules, req, res).catch(() => refuse(res))
  })
  server.on('connect', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    tunnel(rules, req.url ?? '', socket, head).catch(() =>
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    )
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // A browser leaves connections whenever it likes.
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  // Unlike a socket's own limit, it comes back after the pause between two requests.
  server.setTimeout(idleMs, (socket: Socket) => socket.destroy())
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // It ends with the process, and does not keep it.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Applies the account's list of private addresses to the shown page's host alone: its advertisements and the next page are
 * strangers. A host that has had a public address loses the list, or its own DNS could lead its page to what is listed.
 */
function withListFor(shown: string | undefined, context: Needs): Rules['needsOf'] {
  let isPublic = false
  const unlisted = () => ({ ...context.network(), allowPrivate: [] })
  const others = { ...context, network: unlisted }
  const page: Needs = {
    ...context,
    network: () => (isPublic ? unlisted() : context.network()),
    async lookup(hostname) {
      const found = await context.lookup(hostname)
      isPublic ||= found.some(({ address }) => reachOf(address) === 'public')
      return found
    },
  }
  return (hostname) => (hostname === shown ? page : others)
}

/** Passes a plain request on; one without a scheme was not meant for a proxy. */
async function forward(
  { needsOf, isOwnPath, idleMs }: Rules,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const url = URL.parse(req.url ?? '')
  if (url?.protocol !== 'http:') return refuse(res)
  const context = needsOf(url.hostname)
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const { method = 'GET', headers } = req
  const isOwn = isOwnServer(context, url)
  if (isOwn && !isOwnPath(url.pathname)) return refuse(res)
  const route = isOwn ? undefined : await routeTo(context, url.href, gone.signal)
  const sent = request({
    ...{ method, path: url.pathname + url.search, agent: false },
    ...{ signal: gone.signal, timeout: idleMs },
    ...(route
      ? { host: route.target.host, port: route.target.port, lookup: route.lookup }
      : ownListener(context)),
    headers: { ...endToEnd(headers, isOwn), host: url.host },
  })
  route?.guard(sent)
  sent.once('response', (response) => {
    try {
      res.writeHead(response.statusCode!, endToEnd(response.headers, isOwn))
    } catch {
      // Some other servers send statuses and headers that may not be sent.
      response.destroy()
      return refuse(res)
    }
    pipeline(response, res, () => undefined)
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => refuse(res))
  sent.once('close', () => {
    if (!res.headersSent) refuse(res)
  })
  pipeline(req, sent, () => undefined)
}

/** Connects a browser with a host for what only the two of them read: this server, too, if it has a public https address. */
async function tunnel(
  { needsOf, idleMs }: Rules,
  authority: string,
  socket: Socket,
  head: Buffer,
): Promise<void> {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  socket.setTimeout(idleMs, () => socket.destroy())
  const url = new URL(`https://${authority}/`)
  const context = needsOf(url.hostname)
  const { target, lookup } = await routeTo(context, url.href, gone.signal)
  const far = connect({ host: target.host, port: target.port, lookup })
  gone.signal.addEventListener('abort', () => far.destroy())
  far.setTimeout(idleMs, () => far.destroy())
  await new Promise<void>((resolve, reject) => {
    far.once('connect', resolve)
    far.once('error', reject)
    far.once('close', () => reject(new Error('closed')))
  })
  assertReached(context, target, far)
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  far.write(head)
  pipeline(socket, far, socket, () => undefined)
}

function assertReached(
  context: Needs,
  target: Parameters<typeof assertAllowed>[1],
  far: Socket,
): void {
  try {
    assertAllowed(context, target, far.remoteAddress ?? '')
  } catch (error) {
    far.destroy()
    throw error
  }
}

function isOwnServer({ port, origin }: Needs, { host, hostname, port: given }: URL): boolean {
  const isListener = Number(given || 80) === port() && isOwnLoopback(hostname)
  return isListener || host === new URL(origin()).host
}

/** The way to this server: no name is looked up, which could lead elsewhere. */
const ownListener = ({ config, port }: Needs) => ({
  host: listenerAddress(config),
  port: port(),
})

/** Headers that concern one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

/** Headers to pass on: none of one connection only, and no cookies from or for this server. */
function endToEnd(headers: IncomingMessage['headers'], isOwn: boolean): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !HOP_BY_HOP.test(name) && !(isOwn && /^(?:set-)?cookie$/.test(name)),
    ),
  )
}

/** Hangs up without a response, which would be shown as if it were the page. */
const refuse = (res: ServerResponse): void => void res.destroy()
