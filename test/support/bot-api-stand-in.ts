import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/*
 * A real HTTP server that implements the bot API (https://core.telegram.org/bots/api) for one bot, well or badly. It needs no
 * test runner.
 */

export const BOT = { id: 123_456_789, first_name: 'Example Shop', username: 'example_shop_bot' }
export const BOT_TOKEN = `${BOT.id}:AAcanary-token_of-the-bot-0123456789`

/** A person who writes to the bot. */
export const ADA = { id: 4711, first_name: 'Ada', last_name: 'Lovelace', language_code: 'en' }

/** A call of a method, with its parameters; of a form those of its fields, and the file. */
export interface BotCall {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly file?: { readonly field: string; readonly name: string; readonly content: Buffer }
}

/** Outcome of a call instead of its result. */
export interface Fault {
  readonly status?: number
  readonly body?: unknown
  /** Cuts the connection, after the call has had its effect or before. */
  readonly cut?: 'before' | 'after'
  /** Has no effect and is never answered. */
  readonly hangs?: boolean
}

interface Update {
  readonly update_id: number
  readonly [kind: string]: unknown
}

const error = (error_code: number, description: string, parameters?: object): Fault => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters && { parameters }) },
})

/** Answers of the service to failing calls. */
export const FAULTS = {
  busy: (seconds: number) =>
    error(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
  conflict: error(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  ),
  webhook: error(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  ),
  blocked: error(403, 'Forbidden: bot was blocked by the user'),
  photoRefused: error(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'),
  fileExpired: error(400, 'Bad Request: wrong file_id or the file is temporarily unavailable'),
  unavailable: { status: 502, body: '<html>Bad Gateway</html>' } as Fault,
} as const

interface Options {
  /** Accepts every token, and knows its bot. */
  readonly knowsAll?: boolean
}

/** Starts the service on loopback, at any free port. */
export async function startBotApi({ knowsAll = false }: Options = {}) {
  let token: string | undefined = BOT_TOKEN
  let nextId = 1
  let nextMessage = 1
  let confirmed = 0
  const updates: Update[] = []
  const calls: BotCall[] = []
  const sent: { readonly chat: number; readonly text: string; readonly call: BotCall }[] = []
  const files = new Map<string, Buffer>()
  const waiting = new Set<() => void>()
  const behaviour = {
    /** Chooses what a call gets instead of its result. */
    fault: (_call: BotCall): Fault | undefined => undefined,
    /** Changes a batch of updates before it is handed out. */
    batch: (list: readonly Update[]): readonly Update[] => list,
    /** Updates before the first new one that are handed out again with it. */
    repeats: 0,
  }

  const server = createServer({ keepAliveTimeout: 1000 }, (req, res) => {
    res.on('error', () => {})
    answer(req, res).catch(() => res.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url!, 'http://stand-in')
    const [, isFile, given, rest = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(pathname) ?? []
    const call = await callOf(req, isFile ? `file:${rest}` : rest)
    calls.push(call)
    if (given !== token && !knowsAll)
      return json(res, 401, { ok: false, error_code: 401, description: 'Unauthorized' })
    const fault: Fault = behaviour.fault(call) ?? {}
    if (fault.hangs) return
    if (fault.cut === 'before') return cut(res)
    if (fault.status !== undefined) return json(res, fault.status, fault.body)
    if (isFile) return file(res, files.get(rest))
    await effect(call, res, given!, fault)
  }

  async function effect(call: BotCall, res: ServerResponse, given: string, fault: Fault) {
    const result = await resultOf(call, res, given)
    if (fault.cut === 'after') return cut(res)
    // Its messages are for whoever has a valid token by now.
    if (given !== token && !knowsAll)
      return json(res, 401, { ok: false, description: 'Unauthorized' })
    json(res, 200, { ok: true, result })
  }

  async function resultOf(
    { method, params, ...call }: BotCall,
    res: ServerResponse,
    given: string,
  ) {
    switch (method) {
      case 'getMe':
        return { ...BOT, is_bot: true, id: Number(given.split(':')[0]) }
      case 'getUpdates':
        return await pending(params, res)
      case 'getFile':
        return { file_id: params['file_id'], file_path: `documents/${params['file_id']}` }
      case 'sendMessage':
      case 'sendPhoto':
      case 'sendDocument': {
        const chat = Number(params['chat_id'])
        const text = String(params['text'] ?? call.file?.name)
        sent.push({ chat, text, call: { method, params, ...call } })
        return { message_id: (nextMessage += 1), chat: { id: chat, type: 'private' } }
      }
      default:
        throw new Error(`There is no method ${method}`)
    }
  }

  async function pending(
    params: BotCall['params'],
    res: ServerResponse,
  ): Promise<readonly Update[]> {
    const offset = Number(params['offset'] ?? 0)
    confirmed = Math.max(confirmed, offset)
    const found = () => updates.filter(({ update_id }) => update_id >= confirmed)
    if (found().length === 0 && Number(params['timeout']) > 0)
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        res.once('close', wake)
      })
    const [first] = found()
    if (!first) return []
    const from = first.update_id - behaviour.repeats
    const list = updates.filter(({ update_id }) => update_id >= from)
    return behaviour.batch(list.slice(0, Number(params['limit'] ?? 100)))
  }

  function put(kinds: Readonly<Record<string, unknown>>): number {
    const update_id = nextId
    nextId += 1
    updates.push({ update_id, ...kinds })
    for (const wake of waiting) wake()
    return update_id
  }

  const messageOf = (content: object, from: typeof ADA | object = ADA) => ({
    message_id: (nextMessage += 1),
    from: { is_bot: false, ...from },
    chat: { id: (from as typeof ADA).id, type: 'private', first_name: 'Ada' },
    date: 1_767_000_000,
    ...content,
  })

  async function close(): Promise<void> {
    for (const wake of waiting) wake()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    address: `127.0.0.1:${port}`,
    behaviour,
    calls,
    /** Everything that was sent to people, in order. */
    sent,
    /** Texts that a person has been sent. */
    textsTo: (chat: number = ADA.id) =>
      sent.filter((one) => one.chat === chat).map(({ text }) => text),
    /** Number of requests that wait for an update. */
    waiting: () => waiting.size,
    /** Ids of the updates that have not been confirmed. */
    unconfirmed: () => updates.filter(({ update_id }) => update_id >= confirmed).length,
    put,
    /** A person writes; returns the message. */
    write(content: string | object, from: object = ADA) {
      const message = messageOf(typeof content === 'string' ? { text: content } : content, from)
      put({ message })
      return message
    },
    /** A person changes a message. */
    edit(message: object, text: string) {
      put({ edited_message: { ...message, text, edit_date: 1_767_000_100 } })
    },
    /** Keeps a file under an id. */
    keep(id: string, content: Buffer) {
      files.set(`documents/${id}`, content)
    },
    /** The token stops being valid; another one takes its place. */
    revoke(next?: string) {
      token = next
      for (const wake of waiting) wake()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type BotApi = Awaited<ReturnType<typeof startBotApi>>

const cut = (res: ServerResponse): void => void res.socket?.resetAndDestroy()

const file = (res: ServerResponse, content: Buffer | undefined): void =>
  void res.writeHead(content ? 200 : 404).end(content ?? '{"ok":false}')

function json(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  res.end(typeof value === 'string' ? value : JSON.stringify(value))
}

async function callOf(req: IncomingMessage, method: string): Promise<BotCall> {
  const type = req.headers['content-type'] ?? ''
  const body = await buffer(req)
  if (!type.startsWith('multipart/form-data'))
    return { method, params: body.length === 0 ? {} : JSON.parse(body.toString()) }
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const params: Record<string, unknown> = {}
  let file: BotCall['file']
  for (const [field, value] of form) {
    if (typeof value === 'string') params[field] = value
    else file = { field, name: value.name, content: Buffer.from(await value.arrayBuffer()) }
  }
  return { method, params, ...(file && { file }) }
}
