import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant, VisitorConversation } from '#contracts/widget.ts'

/** How long an answer may take before it counts as none, ms. */
const PATIENCE = 15_000

/** The server said no, or nothing: then `status` is 0. */
export class ApiError extends Error {
  readonly status: number
  /** How long the server asked to wait, ms. */
  readonly retryAfter: number

  constructor(status: number, message = '', retryAfter = 0) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type Api = ReturnType<typeof createApi>

/** The visitor's side of Parley's API. The token goes in the Authorization header and nowhere else. */
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

  async function call<reply>(path: string, body?: object): Promise<reply> {
    const signal = AbortSignal.timeout(PATIENCE)
    const headers = { 'Content-Type': 'application/json' }
    const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await request(path, { signal, ...post })
    return response.json().catch(() => {
      throw new ApiError(0)
    })
  }

  return {
    assistant: (id: string) => call<PublicAssistant>(`assistants/${id}`),
    openSession: (visit: object) => call<{ token: string }>('session', visit),
    openConversation: (client_id: string) =>
      call<VisitorConversation>('conversations', { client_id }),
    conversation: (id: string) => call<VisitorConversation>(`conversations/${id}`),
    send: (id: string, message: object) =>
      call<{ data: Message }>(`conversations/${id}/messages`, message),
    typing: (id: string, active: boolean, text?: string) =>
      call(`conversations/${id}/typing`, { active, text }),
    read: (id: string, seq: number) => call(`conversations/${id}/read`, { seq }),
    visit: (page: object) => call('pages', page),
    /** The stream of events after the last one seen. */
    stream: (after: number, signal: AbortSignal) =>
      request('stream', { headers: { 'Last-Event-ID': `${after}` }, signal }),
    /** Whether a server is there at all, even one that refuses this website. */
    answers: (id: string) =>
      fetch(`${base}assistants/${id}`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
  }
}
