import { vi } from 'vitest'
import type { Attachment } from '#contracts/attachment-fields.ts'
import type { VisitorEvent } from '#contracts/events.ts'
import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant, VisitorConversation } from '#contracts/widget.ts'
import { requestsOver } from './scripted-requests.ts'

export const ASSISTANT = '0198c5a4-0000-7000-8000-0000000000a1'
export const ORIGIN = 'http://parley.test'
export const CONVERSATION = '0198c5a4-0000-7000-8000-0000000000c1'

interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string | null
  readonly body: unknown
}

type Answer = { readonly status: number; readonly body: unknown } | 'nothing'

interface Script {
  readonly language?: string
  /** The widget settings stored by the operator. */
  readonly settings?: object
  readonly away?: PublicAssistant['away']
  /** Pictures, people at the desk, and their pace. */
  readonly faces?: Partial<PublicAssistant>
  /** The visitor's list of conversations. */
  readonly listed?: readonly object[]
}

/** The visitor's conversation with these messages, up to an event. */
export const snapshotOf = (messages: Message[], cursor: number): VisitorConversation => ({
  id: CONVERSATION,
  ai_enabled: true,
  ended: false,
  created_at: '2026-01-01T00:00:00.000Z',
  seen_seq: 0,
  rating: null,
  message_count: messages.length,
  title: null,
  last_message: null,
  messages,
  cursor,
})

/** A visitor API that a test scripts as it goes, in place of the network. */
export function scriptApi(script: Script = {}) {
  const { language = 'en', settings = {}, away = null, listed = [], faces = {} } = script
  const asked: Asked[] = []
  const overrides: { readonly pattern: RegExp; readonly answer: Answer }[] = []
  const messages: Message[] = []
  const files: Attachment[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let eventId = 100
  let visitors = 0
  let held = Promise.resolve()

  // happy-dom provides it only on `location`.
  vi.stubGlobal('origin', location.origin)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body = null } = init
    const path = url.slice(`${ORIGIN}/api/widget/`.length)
    const token = new Headers(init.headers).get('Authorization')
    if (!path.startsWith('assistants/') && method === 'HEAD') throw new TypeError('Failed to fetch')
    const isForm = body instanceof FormData
    asked.push({ method, path, token, body: isForm ? body.get('file') : JSON.parse(`${body}`) })
    const index = overrides.findIndex(({ pattern }) => pattern.test(`${method} ${path}`))
    const [override] = index < 0 ? [] : overrides.splice(index, 1)
    if (override?.answer === 'nothing') throw new TypeError('Failed to fetch')
    if (override) return reply(override.answer.status, override.answer.body)
    return path === 'stream' ? openStream(init.signal!) : answer(`${method} ${path}`, body)
  })

  vi.stubGlobal(
    'XMLHttpRequest',
    requestsOver(() => held),
  )

  /** Responses by request; the first match is used. */
  const answers: readonly [fits: RegExp, answer: (body: unknown) => unknown][] = [
    [/^GET assistants/, publicAssistant],
    [/^DELETE|(typing|read|stop|variables|rating|end|pages)$/, () => ({ message: 'Noted' })],
    [/^POST (session|identity)$/, newVisitor],
    [/^GET conversations$/, () => ({ data: listed })],
    [/attachments$/, (body) => ({ data: upload((body as FormData).get('file') as File) })],
    [/^POST .*messages$/, (body) => ({ data: take(JSON.parse(String(body))) })],
    [/^/, () => snapshotOf(messages, eventId)],
  ]

  function answer(asked: string, body: unknown): Response {
    const [, say] = answers.find(([fits]) => fits.test(asked))!
    return reply(200, say(body))
  }

  function publicAssistant(): PublicAssistant {
    const about = { id: ASSISTANT, name: 'Ada', language, settings, away, email_replies: true }
    return {
      ...about,
      team_online: true,
      initial_message: 'Welcome!',
      draft_preview: false,
      ...faces,
    } as PublicAssistant
  }

  function newVisitor() {
    visitors += 1
    return { visitor_id: ASSISTANT, token: `token-${visitors}` }
  }

  /** A message sent twice is one message. */
  function take(sent: { client_id: string; content: string; attachment_ids?: number[] }): Message {
    const { client_id, content, attachment_ids = [] } = sent
    const attachments = files.filter(({ id }) => attachment_ids.includes(id))
    const known = messages.find((message) => message.client_id === client_id)
    return known ?? add({ author: 'visitor', client_id, content, attachments })
  }

  function upload({ name, type, size }: File): Attachment {
    const id = files.length + 1
    const file = { id, name, media_type: type, size, width: null, height: null, url: `/f/${id}` }
    files.push(file)
    return file
  }

  function add(fields: Partial<Message>): Message {
    const message: Message = {
      id: messages.length + 1,
      seq: messages.length + 1,
      client_id: null,
      author: 'assistant',
      author_name: fields.author === 'operator' ? 'Ann' : 'Ada',
      content: '',
      status: 'complete',
      created_at: '2026-01-01T10:00:00.000Z',
      ...fields,
    }
    messages.push(message)
    return message
  }

  function openStream(signal: AbortSignal): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { status: 200 })
  }

  return {
    asked,
    files,
    messages,
    /** The requests so far, abbreviated: `POST session`. */
    paths: () => asked.map(({ method, path }) => `${method} ${path}`),
    conversation: CONVERSATION,
    /** Sets the response to the next matching request. */
    once: (pattern: RegExp, answer: Answer) => overrides.push({ pattern, answer }),
    add,
    /** Holds files that are being sent at 42 %; returns what lets them arrive. */
    holdFiles(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Emits an event on the stream. */
    say<type extends keyof VisitorEvent>(type: type, data: VisitorEvent[type]): void {
      eventId += 1
      const id = type === 'typing' || type === 'ping' ? '' : `id: ${eventId}\n`
      const text = `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
      stream!.enqueue(new TextEncoder().encode(text))
    },
  }
}

function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}
