import { z } from 'zod'
import { Account, getMe } from '#contracts/accounts.ts'
import { ApiError, createClient } from '#contracts/client.ts'
import { closeSession, openSession } from '#contracts/sessions.ts'
import { bodyOf, TooLong } from './body.ts'
import type { WorkspaceFault } from './desktop-api.ts'

/** Sends a request to a workspace: `fetch` of a session with its cookies. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** Timeout of a server that does not answer, ms, and largest answer, bytes. */
const TIMEOUT_MS = 8000
const MAX_BYTES = 64 * 1024

const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  degraded: z.array(z.string()),
})

/** Checks that an address is a Parley that accepts the key; returns the account's name, or the fault. */
export async function checkWorkspace(
  send: Send,
  origin: string,
  key: string,
): Promise<{ readonly name: string } | { readonly fault: WorkspaceFault }> {
  const ask = limitedFetch(send, 'omit')
  try {
    // The key is only sent to a server that identifies itself as a Parley.
    Health.parse(await (await ask(`${origin}/health`)).json())
    const headers = { authorization: `Bearer ${key}` }
    const { name } = Account.parse(await createClient({ origin, headers, fetch: ask })(getMe))
    return { name }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** State of a workspace for the window: signed in, the workspace's sign-in page, or neither for a reason. */
export type Entry = 'in' | 'door' | WorkspaceFault

/** Signs in the session of `send`, unless it already is; the page never sees the key. */
export async function enterWorkspace(
  send: Send,
  origin: string,
  key: string | undefined,
): Promise<Entry> {
  const call = createClient({ origin, fetch: limitedFetch(send, 'include') })
  try {
    Account.parse(await call(getMe))
    return 'in'
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== 'key-refused') return fault
  }
  if (key === undefined) return 'door'
  try {
    await call(openSession, { body: { secret: key } })
    return 'in'
  } catch (error) {
    const fault = faultOf(error)
    return fault === 'key-refused' ? 'door' : fault
  }
}

/** Signs out the session of `send`; true if it succeeded. Without a server, a session expires by age. */
export async function leaveWorkspace(send: Send, origin: string): Promise<boolean> {
  try {
    await createClient({ origin, fetch: limitedFetch(send, 'include') })(closeSession)
    return true
  } catch {
    return false
  }
}

/** A `fetch` without redirects, with a timeout and a size limit. */
function limitedFetch(send: Send, credentials: 'omit' | 'include'): typeof fetch {
  return async (input, init) => {
    const response = await send(String(input), {
      ...init,
      credentials,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = (await bodyOf(response, MAX_BYTES)).toString()
    // A proxy's own error page means that the server behind it is down.
    if (response.status >= 500 && !isJson(text)) throw new TypeError('There is nobody behind it')
    return new Response(text || null, { status: response.status })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Classifies a failure by what a person can do about it. */
export function faultOf(error: unknown): WorkspaceFault {
  if (error instanceof ApiError) return faultOfStatus(error.status)
  if ([z.ZodError, SyntaxError, TooLong].some((kind) => error instanceof kind)) return 'not-parley'
  const words = wordsOf(error)
  if (/CERT|UNABLE_TO_VERIFY/.test(words)) return 'certificate'
  return /redirect|HTTP\/1\.1 protocol|INVALID_HTTP_RESPONSE/i.test(words)
    ? 'not-parley'
    : 'no-answer'
}

function faultOfStatus(status: number): WorkspaceFault {
  if ([401, 403, 422].includes(status)) return 'key-refused'
  return status >= 500 || status === 429 ? 'no-answer' : 'not-parley'
}

/** Chromium gives the reason in its message, Node in the code of a cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code = '' } = error as { code?: unknown }
  return `${error.message} ${code} ${wordsOf(error.cause)}`
}
