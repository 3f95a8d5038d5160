import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/*
 * A real HTTP server that implements the cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api) for one number, well
 * or badly, and reports to a webhook as the service does. It needs no test runner.
 */

export const PHONE_ID = '106540352242922'
export const BUSINESS_ID = '102290129340398'
export const CLOUD_TOKEN = 'EAAGcanary-token-of-the-number-0123456789'
export const APP_SECRET = 'canary-secret-of-the-app-0123456789'

/** The number as the service writes it, and in E.164. */
export const CLOUD_NUMBER = { shown: '+1 415-555-2671', e164: '+14155552671' }

/** A person who writes to the number; ids are numbers without the plus. */
export const EVE = { wa_id: '12025550123', name: 'Eve Example' }

/** A request to the API. */
export interface CloudCall {
  readonly method: string
  /** Path after the version, with its query. */
  readonly path: string
  readonly json: Readonly<Record<string, unknown>>
  readonly file?: { readonly name: string; readonly type: string; readonly content: Buffer }
}

/** Outcome of a call instead of its result. */
export interface CloudFault {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Cuts the connection, after the call has had its effect or before. */
  readonly cut?: 'before' | 'after'
  /** Has no effect and is never answered. */
  readonly hangs?: boolean
}

const error = (status: number, code: number, message: string, details?: string): CloudFault => ({
  status,
  body: {
    error: { message, type: 'OAuthException', code, error_data: { details }, fbtrace_id: 'A' },
  },
})

/** Answers of the service to failing calls. */
export const CLOUD_FAULTS = {
  busy: (seconds: number): CloudFault => ({
    ...error(429, 130_429, '(#130429) Rate limit hit'),
    headers: { 'retry-after': String(seconds) },
  }),
  pairBusy: error(
    400,
    131_056,
    '(#131056) (Business Account, Consumer Account) pair rate limit hit',
  ),
  usedUp: (minutes: number): CloudFault => ({
    ...error(400, 80_007, '(#80007) Rate limit issues'),
    headers: {
      'x-business-use-case-usage': JSON.stringify({
        [BUSINESS_ID]: [{ type: 'messages', estimated_time_to_regain_access: minutes }],
      }),
    },
  }),
  tokenExpired: error(
    401,
    190,
    `Error validating access token ${CLOUD_TOKEN}: Session has expired`,
  ),
  unreachable: error(400, 131_026, '(#131026) Message undeliverable', 'Message Undeliverable.'),
  mediaGone: error(400, 100, 'Unsupported get request. Object does not exist'),
  unavailable: { status: 503, body: '<html>Service Unavailable</html>' } as CloudFault,
} as const

interface Template {
  readonly id: string
  readonly name: string
  readonly language: string
  status: string
  readonly [field: string]: unknown
}

interface Options {
  /** Accepts every token, and knows every number. */
  readonly knowsAll?: boolean
  /** Its clock. */
  readonly now?: () => Date
}

/** Starts the service on loopback, at any free port. */
export async function startCloudApi({ knowsAll = false, now = () => new Date() }: Options = {}) {
  let token: string | undefined = CLOUD_TOKEN
  let hook: string | undefined
  let last = 0
  /** The time in seconds, later than any before, so that messages have an order. */
  const timestamp = () => String((last = Math.max(last + 1, Math.floor(now().getTime() / 1000))))
  let count = 0
  const calls: CloudCall[] = []
  const sent: {
    readonly to: string
    readonly text: string
    readonly id: string
    readonly json: CloudCall['json']
  }[] = []
  const media = new Map<string, Buffer>()
  const uploads = new Map<string, NonNullable<CloudCall['file']>>()
  const addresses = new Map<string, string>()
  const templates: Template[] = []
  const behaviour = {
    /** Chooses what a call gets instead of its result. */
    fault: (_call: CloudCall): CloudFault | undefined => undefined,
    /** Reports after each message. */
    reports: ['sent', 'delivered', 'read'] as readonly string[],
    quality: 'GREEN',
    /** State of new templates. */
    review: 'PENDING',
  }

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
    const call = await callOf(req)
    calls.push(call)
    const given = req.headers.authorization
    const isKnown = knowsAll || (token !== undefined && given === `Bearer ${token}`)
    const fault = (isKnown ? behaviour.fault(call) : CLOUD_FAULTS.tokenExpired) ?? {}
    if (fault.hangs) return
    if (fault.cut === 'before') return cut(res)
    if (fault.status !== undefined) return json(res, fault.status, fault.body, fault.headers)
    if (call.path.startsWith('/files/')) return file(res, call.path)
    effect(call, res, fault)
  }

  function effect(call: CloudCall, res: ServerResponse, fault: CloudFault): void {
    const result = resultOf(call)
    if (fault.cut === 'after') cut(res)
    else if (result === undefined) json(res, 400, CLOUD_FAULTS.mediaGone.body)
    else json(res, 200, result)
  }

  function file(res: ServerResponse, path: string): void {
    const id = addresses.get(path)
    const content = id === undefined ? undefined : media.get(id)
    res.writeHead(content ? 200 : 404).end(content ?? '{}')
  }

  function resultOf({ method, path, json: body, file: uploaded }: CloudCall): unknown {
    const { pathname, searchParams } = new URL(path, origin)
    const [, id, noun] = pathname.split('/')
    if (noun === 'messages') return accept(body)
    if (noun === 'media') {
      const name = `upload-${(count += 1)}`
      uploads.set(name, uploaded!)
      return { id: name }
    }
    if (noun === 'subscribed_apps') return { success: true }
    if (noun === 'message_templates') return templateCall(method, body, searchParams)
    if (id === PHONE_ID || (knowsAll && searchParams.has('fields'))) return phone(id!)
    return media.has(id!) ? addressOf(id!) : undefined
  }

  const phone = (id: string) => ({
    id,
    display_phone_number: knowsAll ? `+1415${id.slice(-7)}` : CLOUD_NUMBER.shown,
    verified_name: 'Example Shop',
    quality_rating: behaviour.quality,
    messaging_limit_tier: 'TIER_1K',
  })

  function addressOf(id: string) {
    const address = `/files/${randomUUID()}`
    addresses.set(address, id)
    const file_size = media.get(id)!.length
    return { url: `${origin}${address}`, mime_type: 'image/jpeg', file_size, id }
  }

  function accept(body: CloudCall['json']) {
    const id = `wamid.${(count += 1)}`
    const { to, type } = body as { to: string; type: string }
    const content = body[type] as Record<string, string>
    const text = content['body'] ?? content['name'] ?? uploads.get(content['id']!)?.name ?? ''
    sent.push({ to, text, id, json: body })
    const mark = body['biz_opaque_callback_data'] as string
    for (const status of behaviour.reports)
      void reportStatus(id, status, { mark, to }).catch(() => {})
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id }],
    }
  }

  function templateCall(method: string, body: CloudCall['json'], query: URLSearchParams) {
    if (method === 'DELETE') {
      templates.splice(
        0,
        templates.length,
        ...templates.filter(({ id }) => id !== query.get('hsm_id')),
      )
      return { success: true }
    }
    if (method === 'GET') return { data: templates, paging: { cursors: { after: 'x' } } }
    const template = {
      ...(body as unknown as Template),
      id: `7${(count += 1)}`,
      status: behaviour.review,
    }
    templates.push(template)
    return { id: template.id, status: template.status, category: body['category'] }
  }

  /** Posts a body to the webhook, signed; returns the status of the response, 0 if there was none. */
  async function post(body: string, { secret = APP_SECRET, url = hook }: PostOptions = {}) {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    try {
      const response = await fetch(url!, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${signature}`,
        },
        body,
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  const valueAbout = (phoneId: string, more: object) => ({
    messaging_product: 'whatsapp',
    metadata: {
      display_phone_number: CLOUD_NUMBER.shown.replace(/\D/g, ''),
      phone_number_id: phoneId,
    },
    ...more,
  })

  const reportStatus = (
    id: string,
    status: string,
    { mark, to = EVE.wa_id, errors }: StatusOptions,
  ) =>
    post(
      bodyOf(
        valueAbout(PHONE_ID, {
          statuses: [
            {
              id,
              status,
              timestamp: timestamp(),
              recipient_id: to,
              ...(mark && { biz_opaque_callback_data: mark }),
              ...(errors && { errors }),
            },
          ],
        }),
      ),
    )

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: origin,
    address: `127.0.0.1:${port}`,
    behaviour,
    calls,
    templates,
    uploads,
    /** Everything that was sent to people, in order. */
    sent,
    textsTo: (to = EVE.wa_id) => sent.filter((one) => one.to === to).map(({ text }) => text),
    /** Address that the service reports to, as its owner enters it. */
    setHook(url: string) {
      hook = url
    },
    /** A message of a person, as the service reports it. */
    messageOf(content: string | object, from = EVE): IncomingCloudMessage {
      const kind = typeof content === 'string' ? { type: 'text', text: { body: content } } : content
      return {
        from: from.wa_id,
        id: `wamid.in-${(count += 1)}`,
        timestamp: timestamp(),
        contact: { profile: { name: from.name }, wa_id: from.wa_id },
        ...kind,
      }
    },
    /** Reports messages in one request. */
    deliver: (
      messages: readonly IncomingCloudMessage[],
      phoneId = PHONE_ID,
      options?: PostOptions,
    ) =>
      post(
        bodyOf(
          valueAbout(phoneId, {
            contacts: messages.map(({ contact }) => contact),
            messages: messages.map(({ contact: _, ...message }) => message),
          }),
        ),
        options,
      ),
    reportStatus,
    reportChange: (field: string, value: object) =>
      post(
        JSON.stringify({
          object: 'whatsapp_business_account',
          entry: [{ id: BUSINESS_ID, changes: [{ field, value }] }],
        }),
      ),
    post,
    /** Keeps a file under an id. */
    keep: (id: string, content: Buffer) => void media.set(id, content),
    /** The addresses of files that were given expire. */
    expire: () => addresses.clear(),
    /** The token stops being valid; another one takes its place. */
    revoke(next?: string) {
      token = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type CloudApi = Awaited<ReturnType<typeof startCloudApi>>

/** A message of a person, as the service reports it, with who they are. */
export interface IncomingCloudMessage {
  readonly id: string
  readonly from: string
  readonly timestamp: string
  readonly contact: object
}

interface PostOptions {
  readonly secret?: string
  readonly url?: string
}

interface StatusOptions {
  readonly mark?: string
  readonly to?: string
  readonly errors?: readonly object[]
}

const bodyOf = (value: object): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: BUSINESS_ID, changes: [{ field: 'messages', value }] }],
  })

const cut = (res: ServerResponse): void => void res.socket?.resetAndDestroy()

function json(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
  res.end(typeof value === 'string' ? value : JSON.stringify(value))
}

async function callOf(req: IncomingMessage): Promise<CloudCall> {
  const { method = 'GET', url: path = '/' } = req
  const type = req.headers['content-type'] ?? ''
  const body = await buffer(req)
  if (!type.startsWith('multipart/form-data'))
    return { method, path, json: body.length === 0 ? {} : JSON.parse(body.toString()) }
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const value = form.get('file') as File
  const content = Buffer.from(await value.arrayBuffer())
  return { method, path, json: {}, file: { name: value.name, type: value.type, content } }
}
