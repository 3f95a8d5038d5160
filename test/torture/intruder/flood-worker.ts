import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { FloodPlan, FloodResult } from './flood.ts'

/* The flood itself, in a separate thread, so that the sender's cost does not affect the measurement. */

/** Concurrent requests. */
const AT_ONCE = 32

// On Linux this applies to the thread only: an attacker has their own processors, and leaves the server this
// machine's.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { url, assistantId, sources, lastsMs } = workerData as FloodPlan
const statuses = new Map<number, number>()
const until = performance.now() + lastsMs
const streams: AbortController[] = []
let turn = 0

await Promise.all(Array.from({ length: AT_ONCE }, () => attack()))
for (const stream of streams) stream.abort()
parentPort!.postMessage(Object.fromEntries(statuses) satisfies FloodResult)
setImmediate(() => process.exit(0))

async function attack(): Promise<void> {
  while (performance.now() < until) {
    turn += 1
    const { address, token, conversationId } = sources[turn % sources.length]!
    const own = `/widget/conversations/${conversationId}`
    const text = 'x'.repeat(2000)
    const id = crypto.randomUUID()
    const variables = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`v${index}`, text.slice(0, 1900) + turn]),
    )
    const kinds: (readonly [string, string, object | FormData | undefined])[] = [
      ['POST', `${own}/messages`, { client_id: id, content: text }],
      ['POST', '/widget/conversations', { client_id: id, variables }],
      ['PUT', `${own}/variables`, { variables }],
      ['POST', `${own}/typing`, { active: true, text }],
      ['POST', `${own}/read`, { seq: turn }],
      ['POST', '/widget/pages', { page_url: `https://site.example/${turn}`, page_title: text }],
      ['POST', '/conversations', { assistant_id: assistantId, variables }],
      ['POST', `${own}/attachments`, file()],
      ['POST', `${own}/end`, {}],
      ['GET', '/widget/conversations', undefined],
      ['POST', '/widget/session', { assistant_id: assistantId }],
      ['GET', '/widget/stream', undefined],
    ]
    const [method, target, body] = kinds[Math.floor(turn / sources.length) % kinds.length]!
    await send(method, target, body, address, token)
  }
}

/** A text of 5 MB. */
function file(): FormData {
  const form = new FormData()
  form.append('file', new File(['Lorem ipsum '.repeat(430_000)], 'long.txt'))
  return form
}

async function send(
  method: string,
  target: string,
  body: object | undefined,
  address: string,
  token: string,
): Promise<void> {
  const isStream = target.endsWith('/stream')
  const stopping = new AbortController()
  try {
    const answer = await fetch(`${url}/api${target}`, {
      method,
      signal: stopping.signal,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (isStream && answer.ok) streams.push(stopping)
    else await answer.arrayBuffer()
  } catch {
    // Rejected before it was read: the connection ends while the body is still being sent.
    statuses.set(0, (statuses.get(0) ?? 0) + 1)
  }
}
