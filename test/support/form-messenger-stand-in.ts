import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signatureOf } from '../../server/providers/form-api/signature.ts'
import { ACCOUNT, TOKEN } from './sms-provider-stand-in.ts'

/*
 * A real HTTP server that implements the messaging side of the form API (messages with a channel prefix, content templates and
 * media), well or badly, and reports as the provider does. It needs no test runner.
 */

/** The number of the account, and a person who writes to it. */
export const FORM_NUMBER = '+14155552671'
export const EVE = { number: '+12025550123', name: 'Eve Example' }

/** A request to send. */
export interface FormArrival {
  readonly sid: string
  readonly from: string
  readonly to: string
  /** Its text, content id or media URL. */
  readonly shown: string
  readonly fields: Readonly<Record<string, string>>
}

/** Outcome of a call instead of its result. */
export interface FormFault {
  readonly status?: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Cuts the connection after the call has had its effect. */
  readonly isCut?: boolean
  /** Has no effect and is never answered. */
  readonly hangs?: boolean
  /** Takes effect once this has resolved. */
  readonly after?: Promise<void>
}

export const FORM_FAULTS = {
  busy: (seconds: number): FormFault => ({
    status: 429,
    body: { code: 20_429, message: 'Too many requests' },
    headers: { 'retry-after': String(seconds) },
  }),
  windowClosed: {
    status: 400,
    body: { code: 63_016, message: 'Failed to send freeform message outside the allowed window' },
  } as FormFault,
  revoked: { status: 401, body: { code: 20_003, message: `Authenticate ${TOKEN}` } } as FormFault,
  unavailable: { status: 503, body: {} } as FormFault,
} as const

interface ContentTemplate {
  readonly sid: string
  readonly friendly_name: string
  readonly language: string
  readonly types: object
  approval_requests?: { name: string; category: string; status: string; rejection_reason?: string }
}

/** Starts the provider on loopback, at any free port. */
export async function startFormMessenger() {
  let count = 0
  let target: { readonly url: string; readonly publicUrl: string } | undefined
  const sent: FormArrival[] = []
  const calls: string[] = []
  const contents: ContentTemplate[] = []
  const media = new Map<string, Buffer>()
  const statuses = new Map<string, string>()
  const behaviour = {
    /** Chooses what a call gets instead of its result. */
    fault: (_call: string): FormFault | undefined => undefined,
  }
  const basic = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
  const root = `/2010-04-01/Accounts/${ACCOUNT}`

  const server = createServer({ keepAliveTimeout: 1000 }, (req, res) => {
    res.on('error', () => {})
    answer(req, res).catch(() => res.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url!, origin)
    const call = `${req.method} ${pathname}`
    calls.push(call)
    const body = await text(req)
    if (pathname.startsWith('/kept/')) return file(res, pathname.slice(6))
    const fault =
      (req.headers.authorization === basic ? behaviour.fault(call) : FORM_FAULTS.revoked) ?? {}
    if (fault.hangs) return
    await fault.after
    if (fault.status !== undefined) return json(res, fault.status, fault.body, fault.headers)
    if (pathname.startsWith('/media/'))
      return void res.writeHead(307, { location: `/kept/${pathname.slice(7)}` }).end()
    effect(res, fault, resultOf(call, pathname, body))
  }

  function file(res: ServerResponse, name: string): void {
    const content = media.get(name)
    res.writeHead(content ? 200 : 404).end(content ?? '')
  }

  function effect(res: ServerResponse, { isCut }: FormFault, result: object | undefined): void {
    if (isCut) res.socket?.resetAndDestroy()
    else if (result === undefined) json(res, 404, { code: 20_404, message: 'Not found' })
    else json(res, 200, result)
  }

  function resultOf(call: string, path: string, body: string): object | undefined {
    if (path === `${root}.json`)
      return { sid: ACCOUNT, friendly_name: 'The shop', status: 'active' }
    if (call === `POST ${root}/Messages.json`) return accept(new URLSearchParams(body))
    const sid = path.startsWith(`${root}/Messages/`) ? path.slice(-39, -5) : undefined
    if (sid !== undefined) return { sid, status: statuses.get(sid) ?? 'sent' }
    if (path === '/v1/ContentAndApprovals') return { contents, meta: { next_page_url: null } }
    return contentResult(call, path, body)
  }

  function contentResult(call: string, path: string, body: string): object | undefined {
    const of = contents.find(({ sid }) => path.includes(sid))
    if (call === 'POST /v1/Content') {
      const made = { ...JSON.parse(body), sid: `HX${String((count += 1)).padStart(32, '0')}` }
      contents.push(made)
      return made
    }
    if (!of) return undefined
    if (call.startsWith('DELETE')) contents.splice(contents.indexOf(of), 1)
    else of.approval_requests = { ...JSON.parse(body), status: 'received' }
    return of
  }

  function accept(form: URLSearchParams) {
    const fields = Object.fromEntries(form)
    const sid = `SM${String((count += 1)).padStart(32, '0')}`
    const { From: from = '', To: to = '', Body, ContentSid, MediaUrl } = fields
    sent.push({ sid, from, to, shown: Body ?? ContentSid ?? MediaUrl ?? '', fields })
    statuses.set(sid, 'sent')
    return { sid, status: 'queued', num_segments: '1' }
  }

  /** Posts a form, signed; returns the status of the response, 0 if there was none. */
  async function post(path: string, fields: Readonly<Record<string, string>>, token = TOKEN) {
    const form = new URLSearchParams(fields)
    const { url, publicUrl } = target!
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signatureOf(token, { url: `${publicUrl}${path}`, fields: form }),
        },
        body: form.toString(),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: origin,
    address: `127.0.0.1:${port}`,
    behaviour,
    calls,
    sent,
    contents,
    /** Everything that a person has been sent. */
    shownTo: (number = EVE.number) =>
      sent.filter(({ to }) => to === `whatsapp:${number}`).map(({ shown }) => shown),
    /** The server that it reports to, and the address that it knows it by. */
    reportTo(url: string, publicUrl: string) {
      target = { url, publicUrl }
    },
    /** A message of a person, as the provider reports it. */
    messageOf: (Body: string, more: Readonly<Record<string, string>> = {}, from = EVE) => ({
      MessageSid: `SM${String((count += 1)).padStart(32, 'f')}`,
      From: `whatsapp:${from.number}`,
      To: `whatsapp:${FORM_NUMBER}`,
      ProfileName: from.name,
      WaId: from.number.slice(1),
      NumMedia: '0',
      Body,
      ...more,
    }),
    deliver: (message: Readonly<Record<string, string>>, token?: string) =>
      post('/api/provider/messenger/form/inbound', message, token),
    /** Reports the status of a message to the address that came with it. */
    report({ sid, fields }: FormArrival, MessageStatus: string, more: object = {}) {
      const { pathname, search } = new URL(fields['StatusCallback']!)
      return post(`${pathname}${search}`, { MessageSid: sid, MessageStatus, ...more })
    },
    /** The same, for whoever asks. */
    setStatus: (sid: string, status: string) => void statuses.set(sid, status),
    /** Keeps a file; returns its URL. */
    keep(name: string, content: Buffer) {
      media.set(name, content)
      return `${origin}/media/${name}`
    },
    forget: () => media.clear(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type FormMessenger = Awaited<ReturnType<typeof startFormMessenger>>

function json(
  res: ServerResponse,
  status: number,
  value: object = {},
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
  res.end(JSON.stringify(value))
}
