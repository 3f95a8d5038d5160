import { vi } from 'vitest'
import type { Message } from '#contracts/messages.ts'
import type { VisitorEvent } from '#contracts/stream.ts'

export const ASSISTANT = '0198c5a4-0000-7000-8000-0000000000a1'
export const ORIGIN = 'http://parley.test'
const CONVERSATION = '0198c5a4-0000-7000-8000-0000000000c1'

interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string | null
  readonly body: unknown
}

type Answer = { readonly status: number; readonly body: unknown } | 'nothing'

/** A visitor's server that a test writes as it goes, in place of the network. */
export function scriptApi({ language = 'en' } = {}) {
  const asked: Asked[] = []
  const overrides: { readonly pattern: RegExp; readonly answer: Answer }[] = []
  const messages: Message[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let eventId = 100
  let visitors = 0

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body = null } = init
    const path = url.slice(`${ORIGIN}/api/widget/`.length)
    const token = new Headers(init.headers).get('Authorization')
    if (init.mode === 'no-cors') throw new TypeError('Failed to fetch')
    asked.push({ method, path, token, body: body && JSON.parse(String(body)) })
    const index = overrides.findIndex(({ pattern }) => pattern.test(`${method} ${path}`))
    const [override] = index < 0 ? [] : overrides.splice(index, 1)
    if (override?.answer === 'nothing') throw new TypeError('Failed to fetch')
    if (override) return reply(override.answer.status, override.answer.body)
    return path === 'stream' ? openStream(init.signal!) : answer(method, path, body)
  })

  function answer(method: string, path: string, body: unknown): Response {
    if (path.startsWith('assistants/')) {
      const initial_message = 'Welcome!'
      return reply(200, { id: ASSISTANT, name: 'Ada', language, initial_message, settings: {} })
    }
    if (path === 'session') {
      visitors += 1
      return reply(201, { visitor_id: ASSISTANT, token: `token-${visitors}` })
    }
    if (method === 'POST' && path.endsWith('/messages')) {
      const { client_id, content } = JSON.parse(String(body))
      const known = messages.find((message) => message.client_id === client_id)
      return reply(201, { data: known ?? add({ author: 'visitor', client_id, content }) })
    }
    if (path.endsWith('/typing')) return reply(200, { message: 'Noted' })
    return reply(201, snapshot())
  }

  function snapshot() {
    const created_at = '2026-01-01T00:00:00.000Z'
    return {
      id: CONVERSATION,
      ai_enabled: true,
      ended: false,
      created_at,
      messages,
      cursor: eventId,
    }
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
    messages,
    conversation: CONVERSATION,
    /** The next request that fits gets this answer. */
    once: (pattern: RegExp, answer: Answer) => overrides.push({ pattern, answer }),
    add,
    /** Says something on the stream. */
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
