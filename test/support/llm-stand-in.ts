import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Behaviour of the stand-in; a request may select one by its model name. */
export type Personality = keyof typeof PERSONALITIES

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  /** The parsed body, or undefined if there was none. */
  readonly body: ChatRequest | undefined
  /** True if the client disconnected before the response was complete. */
  wasCancelled: boolean
}

interface ChatRequest {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly [key: string]: unknown
}

export interface LlmStandIn extends AsyncDisposable {
  /** Base URL, as it would be configured. */
  readonly url: string
  readonly requests: RecordedRequest[]
  readonly port: number
  /** From now on only this key is accepted; any when undefined. */
  takeKey(key: string | undefined): void
  /** Resolves once the client has disconnected from a request. */
  cancelled(): Promise<void>
}

interface Options {
  readonly personality?: Personality
  /** The model's reply; its tokens are its words. */
  readonly reply?: string
  /** Steps of a scripted model, one per request; the last one repeats. */
  readonly script?: readonly Step[]
  /** Number of attempts that a busy provider refuses. */
  readonly refusals?: number
  /** The only accepted key, for everything; any without one. */
  readonly key?: string
  /** The models that it lists; by default all personalities. */
  readonly models?: readonly string[]
  /** Another response in place of its list of models. */
  readonly listing?: (response: ServerResponse) => void
  /** A fixed port. */
  readonly port?: number
  /** Awaited after each word of a slow answer; 15 ms by default. */
  readonly pauses?: readonly Promise<unknown>[]
  /** The Retry-After of a busy provider, s; omitted when undefined. */
  readonly retryAfter?: string
}

/** One answer of a scripted model: words, then calls. */
export interface Step {
  readonly says?: string
  readonly calls?: readonly { readonly name: string; readonly args: string | object }[]
  /** True if it sends nothing at all. */
  readonly isSilent?: boolean
}

/** Cut at awkward positions, it contains every kind of text that a chunk boundary can break. */
export const REPLY = 'Grüße! Wir öffnen um 9 Uhr – 日本語 und 👩🏽‍🚀 auch.'

const CHAT = '/v1/chat/completions'

interface Scene {
  readonly response: ServerResponse
  readonly request: RecordedRequest
  readonly reply: string
  readonly attempt: number
  readonly options: Options
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const delta = (content: string, reason: string | null = null): string =>
  frame({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, delta: { content }, finish_reason: reason }],
  })

const USAGE = { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 }
const STOP = delta('', 'stop')
const SPENT = frame({ id: 'chat-1', created: 1, model: 'stand-in', choices: [], usage: USAGE })
const DONE = 'data: [DONE]\n\n'

const tokensOf = (reply: string): string[] => reply.split(/(?<= )/).map((token) => delta(token))
const half = (reply: string): string[] => tokensOf(reply).slice(0, 3)

function stream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  return response
}

function refuse(response: ServerResponse, status: number, message: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, type: 'stand_in', code: status } }))
}

/** Writes a few bytes at a time, so that frames and characters are split. */
async function writeInPieces(response: ServerResponse, whole: string, size = 7): Promise<void> {
  const bytes = Buffer.from(whole)
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise(setImmediate)
  }
}

/** Everything a parser must tolerate: awkward boundaries, CRLF, comments, an empty delta. */
async function answerWell({ response, reply }: Scene): Promise<void> {
  const frames = [': hello\n\n', delta(''), ...tokensOf(reply), STOP, SPENT, DONE].join('')
  await writeInPieces(stream(response), frames.replaceAll('\n', '\r\n'))
  response.end()
}

function cutOff({ response, reply }: Scene): void {
  stream(response).end(half(reply).join(''))
}

const PERSONALITIES = {
  normal: answerWell,
  async slow({ response, reply, options: { pauses } }: Scene) {
    stream(response)
    for (const [index, token] of [...tokensOf(reply), STOP, SPENT, DONE].entries()) {
      response.write(token)
      await (pauses ? pauses[index] : new Promise((resolve) => setTimeout(resolve, 15)))
    }
    response.end()
  },
  /** Echoes the key it was given, as careless gateways do. */
  unauthorized({ response, request }: Pick<Scene, 'response' | 'request'>) {
    const key = request.authorization?.replace('Bearer ', '')
    refuse(response, 401, `Incorrect API key provided: ${key}. See http://user:word@docs.example/`)
  },
  busy(scene: Scene) {
    const { response, attempt, options } = scene
    if (attempt > (options.refusals ?? 1)) return answerWell(scene)
    const { retryAfter } = options
    refuse(
      response,
      429,
      'Slow down',
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    )
  },
  failing({ response }: Scene) {
    refuse(response, 500, 'The server had an error')
  },
  /** Accepts the request and sends nothing, not even a status. */
  silent() {},
  /** Sends its headers and then nothing. */
  mute({ response }: Scene) {
    stream(response).flushHeaders()
  },
  stalling({ response, reply }: Scene) {
    stream(response).write(half(reply).join(''))
  },
  /** Ends the HTTP response properly in the middle of the answer. */
  cut: cutOff,
  /** The same, on the first attempt only. */
  cutOnce(scene: Scene) {
    return scene.attempt > 1 ? answerWell(scene) : cutOff(scene)
  },
  /** Pauses for a while on the first attempt, then says everything. */
  async lateFirst(scene: Scene) {
    if (scene.attempt === 1) await new Promise((resolve) => setTimeout(resolve, 1500))
    if (!scene.response.destroyed) await answerWell(scene)
  },
  /** Loses the connection in the middle of the answer. */
  reset({ response, reply }: Scene) {
    stream(response).write(half(reply).join(''), () => setImmediate(() => response.destroy()))
  },
  /** Loses the connection before the first token, then works. */
  dropped(scene: Scene) {
    if (scene.attempt > 1) return answerWell(scene)
    scene.response.destroy()
  },
  withoutDone({ response, reply }: Scene) {
    stream(response).end([...tokensOf(reply), STOP].join(''))
  },
  withoutReason({ response, reply }: Scene) {
    stream(response).end([...tokensOf(reply), DONE].join(''))
  },
  /** Says that it is done and keeps the connection open. */
  lingering({ response, reply }: Scene) {
    stream(response).write([...tokensOf(reply), STOP, SPENT, DONE].join(''))
  },
  shortened({ response, reply }: Scene) {
    stream(response).end([...half(reply), delta('', 'length'), DONE].join(''))
  },
  errorFrame({ response, reply, request }: Scene) {
    const key = request.authorization?.replace('Bearer ', '')
    const error = frame({ error: { message: `Overloaded (${key})`, type: 'overloaded_error' } })
    stream(response).end([...half(reply), error, ...tokensOf(reply), STOP, DONE].join(''))
  },
  brokenFrame({ response, reply }: Scene) {
    stream(response).end([...half(reply), 'data: {"choices": [{\n\n', STOP, DONE].join(''))
  },
  html({ response }: Scene) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>')
  },
  emptyChoices({ response }: Scene) {
    stream(response).end([frame({ id: 'chat-1', choices: [] }), SPENT].join(''))
  },
  /** Ten megabytes of a line that does not end. */
  longLine({ response }: Scene) {
    stream(response).write(delta('x'.repeat(10 * 1024 * 1024)).trimEnd())
  },
  /** Never stops, in lines of ordinary length. */
  async endless({ response }: Scene) {
    stream(response)
    const token = delta('blah '.repeat(2000))
    while (!response.destroyed) {
      response.write(token)
      await new Promise(setImmediate)
    }
  },
  /** Answers in one piece although a stream was requested. */
  whole({ response, reply }: Scene) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const choice = {
      index: 0,
      message: { role: 'assistant', content: reply },
      finish_reason: 'stop',
    }
    response.end(JSON.stringify({ id: 'chat-1', created: 1, choices: [choice], usage: USAGE }))
  },
  thinking({ response, reply }: Scene) {
    const thought = ['<thi', 'nk>The visitor wants', ' the hours.</th', 'ink>'].map((part) =>
      delta(part),
    )
    stream(response).end([...thought, ...tokensOf(reply), STOP, SPENT, DONE].join(''))
  },
  toolCall({ response }: Scene) {
    stream(response).end([toolDelta('{"city":'), toolDelta('"Rome"}'), TOOL_STOP, DONE].join(''))
  },
  /** Says something and asks for the call to be ended. */
  endCall({ response, reply }: Scene) {
    const asked = toolDelta('{}', 'end_call')
    stream(response).end([...tokensOf(reply), asked, TOOL_STOP, DONE].join(''))
  },
  /** Follows the test's script of words and calls. */
  async scripted({ response, attempt, options: { script = [] } }: Scene) {
    const { says = '', calls = [], isSilent } = script[attempt - 1] ?? script.at(-1) ?? {}
    if (isSilent) return
    const asked = calls.map(({ name, args }, index) =>
      toolDelta(typeof args === 'string' ? args : JSON.stringify(args), name, index),
    )
    const end = calls.length > 0 ? TOOL_STOP : STOP
    await writeInPieces(stream(response), [...tokensOf(says), ...asked, end, SPENT, DONE].join(''))
    response.end()
  },
  /** Reports impossible token counts. */
  oddUsage({ response, reply }: Scene) {
    const spent = '{"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":1e400}}'
    stream(response).end([...tokensOf(reply), STOP, `data: ${spent}\n\n`, DONE].join(''))
  },
  cutToolCall({ response }: Scene) {
    stream(response).end([toolDelta('{"city":'), TOOL_STOP, DONE].join(''))
  },
} as const satisfies Record<string, (scene: Scene) => void | Promise<void>>

const toolDelta = (args: string, name = 'weather', index = 0): string => {
  const call = { index, id: `call-${index + 1}`, function: { name, arguments: args } }
  return frame({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] })
}
const TOOL_STOP = frame({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })

const isPersonality = (name: string): name is Personality => Object.hasOwn(PERSONALITIES, name)

/**
 * A real HTTP server on loopback that implements the OpenAI chat API, well or badly. It stands in for a
 * provider, not for a model.
 */
export async function startLlmStandIn(options: Options = {}): Promise<LlmStandIn> {
  const requests: RecordedRequest[] = []
  const hangUps: (() => void)[] = []
  let { key } = options
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: request.method === 'POST' ? JSON.parse(await text(request)) : undefined,
      wasCancelled: false,
    }
    requests.push(recorded)
    response.on('error', () => {})
    response.on('close', () => {
      recorded.wasCancelled = !response.writableFinished
      if (recorded.wasCancelled) for (const hungUp of hangUps.splice(0)) hungUp()
    })
    if (isAnsweredBeforeChat(response, recorded, { ...options, key })) return
    if (recorded.path !== CHAT) return refuse(response, 404, 'Not found')
    const model = recorded.body?.model ?? ''
    const personality = isPersonality(model) ? model : (options.personality ?? 'normal')
    await PERSONALITIES[personality]({
      response,
      request: recorded,
      reply: options.reply ?? REPLY,
      attempt: requests.filter(({ path }) => path === CHAT).length,
      options,
    })
  }

  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    takeKey(next) {
      key = next
    },
    requests,
    cancelled: () =>
      requests.some(({ wasCancelled }) => wasCancelled)
        ? Promise.resolve()
        : new Promise((resolve) => hangUps.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers everything but a chat: a wrong key, the list of models, embeddings. */
function isAnsweredBeforeChat(
  response: ServerResponse,
  request: RecordedRequest,
  { key, listing, models }: Pick<Options, 'listing' | 'models'> & { key: string | undefined },
): boolean {
  const isRefused = key !== undefined && request.authorization !== `Bearer ${key}`
  if (isRefused) PERSONALITIES.unauthorized({ response, request })
  else if (request.method === 'GET' && request.path === '/v1/models')
    (listing ?? listModels(models))(response)
  else if (request.path === '/v1/embeddings') embed(response, request)
  else return false
  return true
}

const listModels =
  (models: readonly string[] = Object.keys(PERSONALITIES)) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const data = models.map((id) => ({ id, object: 'model', owned_by: 'stand-in' }))
    response.end(JSON.stringify({ object: 'list', data }))
  }

/** Vectors of four numbers derived from a text; `uneven` and `few` return unusable ones. */
function embed(response: ServerResponse, { body }: RecordedRequest): void {
  const input = body?.['input'] as readonly string[]
  const data = input.map((given, index) => ({
    object: 'embedding',
    index,
    embedding: [given.length, given.split(' ').length, index, 1].slice(
      0,
      body?.model === 'uneven' ? 1 + index : 4,
    ),
  }))
  response.writeHead(200, { 'content-type': 'application/json' })
  const usage = { prompt_tokens: input.length, total_tokens: input.length }
  response.end(JSON.stringify({ data: body?.model === 'few' ? data.slice(1) : data, usage }))
}
