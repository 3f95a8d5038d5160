import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { segmentsOf } from '#contracts/segments.ts'
import { signatureOf } from '../../server/providers/form-api/signature.ts'

/*
 * A real HTTP server that implements the form API common to text message providers, well or badly. It needs
 * no test runner: `npm run torture` starts it in a separate process.
 */

export const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
export const TOKEN = 'canary-token-of-the-sms-provider'

/** A message held by the provider, as its API shows it. */
export interface KeptMessage {
  readonly sid: string
  status: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly date_created: string
  readonly num_segments: string
  readonly direction: string
  error_code: number | null
}

/** A received request to send. */
export interface Arrival {
  readonly from: string
  readonly to: string
  readonly body: string
  readonly callback: string | null
}

interface Scene {
  readonly res: ServerResponse
  readonly arrival: Arrival
  /** Accepts the message, as if it were sent. */
  readonly keep: (moreSegments?: number) => KeptMessage
}

const json = (res: ServerResponse, status: number, value: unknown, headers = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify(value))
}

/** A refusal that quotes ids and secrets, as careless providers do. */
const no = (status: number, code: number, message: string, headers = {}) => {
  const words = `${message} (account ${ACCOUNT}, SM${'a'.repeat(32)}, ${TOKEN})`
  return ({ res }: Scene) => json(res, status, { code, message: words, status }, headers)
}

const PERSONALITIES = {
  created: ({ res, keep }: Scene) => json(res, 201, keep()),
  moreSegments: ({ res, keep }: Scene) => json(res, 201, keep(1)),
  fewerSegments: ({ res, keep }: Scene) => json(res, 201, keep(-1)),
  invalidNumber: no(400, 21_211, "The 'To' number is not a valid phone number."),
  unsubscribed: no(400, 21_610, 'The recipient has unsubscribed.'),
  regionOff: no(400, 21_408, 'Sending to this region is not enabled.'),
  unauthorized: no(401, 20_003, 'Authenticate'),
  busy: no(429, 20_429, 'Too many requests.', { 'retry-after': '30' }),
  busyByCode: no(400, 20_429, 'Too many requests.'),
  failing: no(500, 20_500, 'Internal error.'),
  unavailable: no(503, 20_503, 'Not now.'),
  failingSent(scene: Scene) {
    scene.keep()
    PERSONALITIES.failing(scene)
  },
  /** Accepts the message and never responds. */
  hanging: ({ keep }: Scene) => void keep(),
  /** Accepts the message and cuts the connection. */
  reset({ res, keep }: Scene) {
    keep()
    res.socket?.resetAndDestroy()
  },
  resetMidway({ res, keep }: Scene) {
    const whole = JSON.stringify(keep())
    res.writeHead(201, { 'content-type': 'application/json', 'content-length': whole.length })
    res.write(whole.slice(0, 20), () => setImmediate(() => res.destroy()))
  },
  brokenJson({ res, keep }: Scene) {
    keep()
    res.writeHead(201, { 'content-type': 'application/json' }).end('{"sid": "SM01')
  },
  withoutSid({ res, keep }: Scene) {
    const { sid: _, ...rest } = keep()
    json(res, 201, rest)
  },
  redirecting: ({ res }: Scene) => void res.writeHead(307, { location: '/elsewhere' }).end(),
} as const satisfies Record<string, (scene: Scene) => void>

export type Personality = keyof typeof PERSONALITIES

interface Options {
  /** Its clock. */
  readonly now?: () => Date
  /** Selects the handling of a text; one that starts with a personality's name and a colon gets that one. */
  readonly personalityOf?: (body: string) => Personality | undefined
  /** Called once a request to send has arrived, before it is processed. */
  readonly onArrival?: (arrival: Arrival) => void
  readonly token?: string
}

/** The personality whose name a text starts with. */
const named = (body: string): Personality | undefined => {
  const [name = ''] = body.split(':')
  return Object.hasOwn(PERSONALITIES, name) ? (name as Personality) : undefined
}

/** Starts a provider on loopback, at any free port. */
export async function startSmsProviderStandIn({
  now = () => new Date(),
  personalityOf = named,
  onArrival = () => {},
  token = TOKEN,
}: Options = {}) {
  const arrivals: Arrival[] = []
  const messages: KeptMessage[] = []
  const reads: string[] = []
  const changes: [sid: string, status: string | null][] = []
  let broken: number | undefined
  const basic = `Basic ${Buffer.from(`${ACCOUNT}:${token}`).toString('base64')}`
  const root = `/2010-04-01/Accounts/${ACCOUNT}`

  const server = createServer({ keepAliveTimeout: 1000 }, (req, res) => {
    res.on('error', () => {})
    answer(req, res).catch(() => res.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url!, 'http://stand-in')
    res.setHeader('date', now().toUTCString())
    res.setHeader('connection', 'close')
    if (req.headers.authorization !== basic) {
      return json(res, 401, { code: 20_003, message: `Authenticate ${req.headers.authorization}` })
    }
    if (req.method === 'POST' && pathname === `${root}/Messages.json`) return take(req, res)
    if (req.method === 'POST') return change(pathname, req, res)
    reads.push(`${pathname}${new URL(req.url!, 'http://stand-in').search}`)
    if (broken !== undefined) return json(res, broken, { message: 'No' })
    if (pathname === `${root}.json`) {
      return json(res, 200, { sid: ACCOUNT, friendly_name: 'The shop', status: 'active' })
    }
    if (pathname === `${root}/Messages.json`) return json(res, 200, list(searchParams))
    const sid = pathname.slice(`${root}/Messages/`.length).replace('.json', '')
    const found = messages.find((message) => message.sid === sid)
    return found ? json(res, 200, found) : json(res, 404, { code: 20_404, message: 'Not found' })
  }

  async function change(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const sid = path.slice(`${root}/Calls/`.length).replace('.json', '')
    changes.push([sid, new URLSearchParams(await text(req)).get('Status')])
    json(res, 200, { sid })
  }

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    const arrival = {
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      callback: form.get('StatusCallback'),
    }
    arrivals.push(arrival)
    onArrival(arrival)
    const keep = (moreSegments = 0) => kept(arrival, moreSegments)
    PERSONALITIES[personalityOf(arrival.body) ?? 'created']({ res, arrival, keep })
  }

  function kept({ from, to, body }: Arrival, moreSegments: number): KeptMessage {
    const message = {
      sid: `SM${String(messages.length + 1).padStart(32, '0')}`,
      status: 'queued',
      from,
      to,
      body,
      date_created: now().toUTCString(),
      num_segments: String(Math.max(1, segmentsOf(body) + moreSegments)),
      direction: 'outbound-api',
      error_code: null,
    }
    messages.push(message)
    return message
  }

  function list(query: URLSearchParams) {
    const found = messages.filter(
      ({ to, from, date_created }) =>
        to === query.get('To') &&
        from === query.get('From') &&
        Date.parse(date_created) >= Date.parse(query.get('DateSent>') ?? ''),
    )
    return { messages: found.toReversed(), next_page_uri: null }
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    /** Every received request to send. */
    arrivals,
    /** The messages that it actually sent. */
    messages,
    /** Paths and queries that were read. */
    reads,
    /** Phone calls to be changed, and how. */
    changes,
    /** Number of times that a text has arrived. */
    sendsOf: (body: string) => arrivals.filter((arrival) => arrival.body === body).length,
    /** Answers every read with this status from now on; undefined restores it. */
    breakReads(status: number | undefined): void {
      broken = status
    },
    /** The headers and the body of a request that it signs. */
    signed(url: string, fields: Readonly<Record<string, string>>) {
      const form = new URLSearchParams(fields)
      return {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signatureOf(token, { url, fields: form }),
        },
        body: form.toString(),
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
