import type { Attachment } from '#contracts/attachment-fields.ts'
import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant, VisitorConversation } from '#contracts/widget.ts'

/** Timeout of a request, ms. */
const PATIENCE = 10_000
/** The same for a file that is on its way, ms. */
const UPLOAD_PATIENCE = 120_000

/** An error response; `status` is 0 if there was no valid response. */
export class ApiError extends Error {
  readonly status: number
  /** Wait requested by the server, ms. */
  readonly retryAfter: number

  constructor(status: number, message = '', retryAfter = 0) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

interface Session {
  readonly token: string
}

export type Api = ReturnType<typeof createApi>

/** The visitor's side of Parley's API. The token is only ever sent in the Authorization header. */
export function createApi(origin: string, token: () => string | undefined) {
  const base = `${origin}/api/widget/`

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, ...(token() && { Authorization: `Bearer ${token()}` }) }
    const options: RequestInit = { credentials: 'omit', ...init, headers }
    const response = await fetch(base + path, options).catch(() => {
      throw new ApiError(0)
    })
    if (response.ok) return response
    const { message } = await response.json().catch(() => ({}))
    const seconds = Number(response.headers.get('Retry-After')) || 0
    throw new ApiError(response.status, message, seconds * 1000)
  }

  async function call<reply>(path: string, body?: object, method = 'POST'): Promise<reply> {
    const isForm = body instanceof FormData
    const response = await request(path, {
      signal: AbortSignal.timeout(isForm ? UPLOAD_PATIENCE : PATIENCE),
      ...(body && { method, body: isForm ? body : JSON.stringify(body) }),
      ...(!isForm && { headers: { 'Content-Type': 'application/json' } }),
    })
    return response.json().catch(() => {
      throw new ApiError(0)
    })
  }

  const one = (id: string) => `conversations/${id}`

  return {
    /** Asks for anything; the rarer questions are in `more/calls.ts`. */
    call,
    assistant: (id: string) => call<PublicAssistant>(`assistants/${id}`),
    openSession: (visit: object) => call<Session>('session', visit),
    openConversation: (client_id: string, variables: object) =>
      call<VisitorConversation>('conversations', { client_id, variables }),
    conversation: (id: string) => call<VisitorConversation>(one(id)),
    send: (id: string, message: object) => call<{ data: Message }>(`${one(id)}/messages`, message),
    upload(id: string, name: string, file: Blob) {
      const form = new FormData()
      form.append('file', file, name)
      return call<{ data: Attachment }>(`${one(id)}/attachments`, form)
    },
    stop: (id: string) => call(`${one(id)}/stop`, {}),
    read: (id: string, seq: number) => call(`${one(id)}/read`, { seq }),
    /** The event stream, starting after the last event seen. */
    stream: (after: number, signal: AbortSignal) =>
      request('stream', { headers: { 'Last-Event-ID': `${after}` }, signal }),
    /** Base URL of the visitor API. */
    base,
  }
}
