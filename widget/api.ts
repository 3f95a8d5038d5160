import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant, VisitorConversation } from '#contracts/widget.ts'

/** How long an answer may take before it counts as none, ms. */
const PATIENCE = 15_000

/** The server said no, or nothing: then `status` is 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** How long the server asked to wait, ms. */
  readonly retryAfter: number

  constructor(status: number, message: string, retryAfter = 0) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type Api = ReturnType<typeof createApi>

/** The visitor's side of Parley's API. The token goes in the Authorization header and nowhere else. */
export function createApi(origin: string) {
  async function call<reply>(path: string, token?: string, body?: object): Promise<reply> {
    const response = await request(path, {
      method: body ? 'POST' : 'GET',
      headers: { ...authorization(token), ...(body && { 'Content-Type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(PATIENCE),
    })
    try {
      return await response.json()
    } catch {
      throw new ApiError(0, 'The answer was cut off.')
    }
  }

  async function request(path: string, init: RequestInit): Promise<Response> {
    const url = `${origin}/api/widget/${path}`
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', ...init }).catch(() => {
      throw new ApiError(0, 'No answer.')
    })
    if (response.ok) return response
    const { message } = await response.json().catch(() => ({}))
    const seconds = Number(response.headers.get('Retry-After'))
    throw new ApiError(response.status, String(message ?? ''), (seconds || 0) * 1000)
  }

  return {
    assistant: (id: string) => call<PublicAssistant>(`assistants/${id}`),
    openSession: (visit: object) => call<{ token: string }>('session', undefined, visit),
    openConversation: (token: string, client_id: string) =>
      call<VisitorConversation>('conversations', token, { client_id }),
    conversation: (token: string, id: string) =>
      call<VisitorConversation>(`conversations/${id}`, token),
    send: (token: string, id: string, message: { client_id: string; content: string }) =>
      call<{ data: Message }>(`conversations/${id}/messages`, token, message),
    typing: (token: string, id: string, active: boolean) =>
      call(`conversations/${id}/typing`, token, { active }),
    /** The stream of events after the last one seen. */
    stream: (token: string, after: number, signal: AbortSignal) =>
      request('stream', {
        headers: { ...authorization(token), 'Last-Event-ID': `${after}` },
        signal,
      }),
    /** Whether a server is there at all, even one that refuses this website. */
    answers: (id: string) =>
      fetch(`${origin}/api/widget/assistants/${id}`, { mode: 'no-cors', credentials: 'omit' }).then(
        () => true,
        () => false,
      ),
  }
}

function authorization(token: string | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}
