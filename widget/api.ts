import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant, VisitorConversation } from '#contracts/widget.ts'
import { ApiError } from './api-error.ts'
import type { upload } from './more/upload.ts'

/** Timeout of a request, ms. */
const TIMEOUT = 10_000

interface Session {
  readonly token: string
}

/** The message, its conversation, and the way to write down what has arrived. */
type UploadParameters =
  Parameters<typeof upload> extends [unknown, unknown, ...infer rest] ? rest : never

export type Api = ReturnType<typeof createApi>

/** The visitor's side of Parley's API. The token is only ever sent in the Authorization header. */
export function createApi(origin: string, token: () => string | undefined) {
  const base = `${origin}/api/widget/`

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, ...(token() && { Authorization: `Bearer ${token()}` }) }
    // Firefox would let a tab's stream wait for the end of another tab's, which has the same address, in order to store it.
    const options: RequestInit = { credentials: 'omit', cache: 'no-store', ...init, headers }
    const response = await fetch(base + path, options).catch(() => {
      throw new ApiError(0)
    })
    if (response.ok) return response
    const { message } = await response.json().catch(() => ({}))
    const seconds = Number(response.headers.get('Retry-After')) || 0
    throw new ApiError(response.status, message, seconds * 1000)
  }

  async function call<reply>(path: string, body?: object, method = 'POST'): Promise<reply> {
    const response = await request(path, {
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body && { method, body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    })
    return response.json().catch(() => {
      throw new ApiError(0)
    })
  }

  const one = (id: string) => `conversations/${id}`

  return {
    /** Brings the files of a message to the server. */
    upload: (...message: UploadParameters) =>
      import('./more.tsx').then((more) => more.upload(base, token, ...message)),
    /** Makes any request; the less common ones are in `more/calls.ts`. */
    call,
    assistant: (id: string) => call<PublicAssistant>(`assistants/${id}`),
    openSession: (visit: object) => call<Session>('session', visit),
    openConversation: (client_id: string, variables: object) =>
      call<VisitorConversation>('conversations', { client_id, variables }),
    conversation: (id: string) => call<VisitorConversation>(one(id)),
    send: (id: string, message: object) => call<{ data: Message }>(`${one(id)}/messages`, message),
    stop: (id: string) => call(`${one(id)}/stop`, {}),
    read: (id: string, seq: number) => call(`${one(id)}/read`, { seq }),
    /** The event stream, starting after the last event seen. */
    stream: (after: number, signal: AbortSignal) =>
      request('stream', { headers: { 'Last-Event-ID': `${after}` }, signal }),
    /** Base URL of the visitor API. */
    base,
  }
}
