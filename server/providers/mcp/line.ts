import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { guardedStream } from '../http/guarded-stream.ts'
import type { OnBehalf } from '../http/on-behalf.ts'
import { asOutgoing, OutgoingError } from '../http/outgoing-error.ts'
import { startTimeLimit } from '../http/time-limit.ts'
import type { Credentials } from './credentials.ts'
import { assertAnswers, failureOf } from './failure.ts'
import { limited } from './limited.ts'

export type McpNeeds = OnBehalf & Pick<Context, 'sleep' | 'lookup' | 'port' | 'version'>

export interface LineOptions {
  readonly url: string
  readonly credentials: Credentials
  /** Timeout of each request, ms. */
  readonly timeoutMs: number
  /** Maximum length of each response, bytes. */
  readonly maxBytes: number
}

/** Time for the last events of a response to be read after its end, ms. */
const GRACE_MS = 250

/** Maximum number of messages sent during one request: servers may ask back, and each question is answered. */
const MAX_MESSAGES = 10

const ENDED = AbortSignal.abort(new OutgoingError('stopped', fault('given_up')))

/** The way to one server: guarded requests, one at a time, with limits on time and size. */
export function createLine(
  context: McpNeeds,
  { url, credentials, timeoutMs, maxBytes }: LineOptions,
) {
  const { network, lookup, port, version } = context
  // Without kept connections: a request on a stale one would be repeated, and a call is made once.
  const send = guardedStream({ network, lookup, port, version })
  const broken = new AbortController()
  /** Signal of the request in progress. */
  let current = ENDED
  let messages = 0
  let awaiting = new AbortController()

  function breakOff(asked: AbortSignal, error: unknown): void {
    if (current === asked) broken.abort(asOutgoing(error, asked))
  }

  /** A response that ended without an answer to the request will never bring it. */
  function expectAnswer(asked: AbortSignal): void {
    const signal = AbortSignal.any([asked, awaiting.signal])
    const ended = () =>
      breakOff(asked, new OutgoingError('failed', fault('mcp_without_answer', { url })))
    context.sleep(GRACE_MS, signal).then(ended, () => undefined)
  }

  /** Runs a request with a timeout; nothing of it goes on afterwards. */
  async function during<result>(
    signal: AbortSignal,
    ask: (stop: AbortSignal) => Promise<result>,
    { ms = timeoutMs, evenIfBroken = false } = {},
  ): Promise<result> {
    const over = new AbortController()
    const limit = startTimeLimit(context, ms)
    const inTime = AbortSignal.any([signal, limit.signal, ...(evenIfBroken ? [] : [broken.signal])])
    const asked = AbortSignal.any([inTime, over.signal])
    current = asked
    messages = 0
    // The library still listens after a request, and would then report it as cancelled.
    const stop = new AbortController()
    const onAbort = () => stop.abort(inTime.reason)
    inTime.addEventListener('abort', onAbort, { once: true })
    try {
      inTime.throwIfAborted()
      return await ask(stop.signal)
    } catch (error) {
      throw failureOf(error, url, inTime)
    } finally {
      inTime.removeEventListener('abort', onAbort)
      current = ENDED
      limit.cancel()
      over.abort(ENDED.reason)
    }
  }

  /** Sends a request with the token; a refused token is renewed once, because nothing was done for it. */
  async function sendAuthenticated(init: RequestInit): Promise<Response> {
    const token = await credentials.token()
    const response = await send(url, withToken(init, token))
    if (response.status !== 401) return response
    const renewed = await credentials.renew(token)
    if (renewed === undefined) return response
    await response.body?.cancel()
    const again = await send(url, withToken(init, renewed))
    if (again.status === 401) await credentials.giveUp(renewed)
    return again
  }

  const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
    // Nothing is awaited from a server that was not asked.
    if (init.method === 'GET') return new Response(null, { status: 405 })
    messages += 1
    if (messages > MAX_MESSAGES) throw ENDED.reason
    awaiting.abort()
    awaiting = new AbortController()
    const asked = current
    const signal = AbortSignal.any([asked, ...(init.signal ? [init.signal] : [])])
    const response = await sendAuthenticated({ ...init, signal })
    await assertAnswers(response, url)
    if (response.status !== 200) return response
    return limited(response, {
      maxBytes,
      onBroken: (error) => breakOff(asked, error),
      onEnd: () => expectAnswer(asked),
    })
  }

  return { during, fetch }
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  if (token === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}
