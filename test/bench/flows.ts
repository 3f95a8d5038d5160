import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'

/** One kind of user activity, from start to end. */
export type FlowName = 'visit' | 'chat' | 'exchange'

/** A conversation taken over by an operator. */
export interface Taken {
  readonly id: string
  readonly token: string
}

/** The server under load, and what the flows need. */
export interface Ground {
  readonly url: string
  readonly key: string
  readonly assistantId: string
  readonly taken: readonly Taken[]
}

/** Durations of successful requests and of the starts of answers, ms, and the number of failures. */
export interface Tally {
  readonly requests: number[]
  readonly answers: number[]
  failed: number
}

/** A client at its own address, with keep-alive connections. */
function createGuest({ url }: Ground, tally: Tally, index: number) {
  const agent = new Agent({ keepAlive: true })
  const localAddress = `127.2.${(index >> 8) & 255}.${index & 255}`
  const open = (method: string, path: string, token?: string, body?: object) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      }
      const sent = request(`${url}${path}`, { agent, localAddress, method, headers }, resolve)
      sent.once('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  return {
    open,
    async ask(method: string, path: string, token?: string, body?: object) {
      const begun = performance.now()
      const response = await open(method, path, token, body)
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      if (response.statusCode! >= 300) throw new Error(`${path}: ${response.statusCode}`)
      tally.requests.push(performance.now() - begun)
      return path.startsWith('/api') ? JSON.parse(text) : undefined
    },
    leave: () => agent.destroy(),
  }
}

type Guest = ReturnType<typeof createGuest>

/** A page that embeds the widget. */
async function visit(guest: Guest, { assistantId }: Ground): Promise<void> {
  await guest.ask('GET', '/widget.js')
  await guest.ask('GET', `/api/widget/assistants/${assistantId}`)
}

const QUESTIONS = ['What does Parley cost?', 'Do you deliver to the island too?']

/** A visitor opens the chat and gets two questions answered. */
async function chat(guest: Guest, { assistantId }: Ground, tally: Tally): Promise<void> {
  const { token } = await guest.ask('POST', '/api/widget/session', undefined, {
    assistant_id: assistantId,
  })
  const stream = await guest.open('GET', '/api/widget/stream', token)
  const heard = createEar(stream)
  const begun = await guest.ask('POST', '/api/widget/conversations', token, {
    client_id: randomUUID(),
  })
  for (const content of QUESTIONS) {
    const [first, whole] = [heard('"author":"assistant"'), heard('"status":"complete"', 'updated')]
    const asked = performance.now()
    const body = { client_id: randomUUID(), content }
    await guest.ask('POST', `/api/widget/conversations/${begun.id}/messages`, token, body)
    tally.answers.push((await first) - asked)
    await whole
  }
  stream.destroy()
}

/** Resolves to the time when a frame of this kind containing this text arrives. */
function createEar(stream: IncomingMessage) {
  const waiting = new Map<(frame: string) => boolean, (at: number) => void>()
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const frames = (text + chunk).split('\n\n')
    text = frames.pop()!
    for (const frame of frames) {
      for (const [fits, heard] of waiting) {
        if (!fits(frame)) continue
        waiting.delete(fits)
        heard(performance.now())
      }
    }
  })
  stream.on('error', () => undefined)
  return (part: string, kind = 'message.') =>
    new Promise<number>((resolve, reject) => {
      const fits = (frame: string) =>
        frame.includes(part) && frame.includes('"author":"assistant"') && frame.includes(kind)
      const timer = setTimeout(() => reject(new Error('no answer')), 30_000)
      waiting.set(fits, (at) => {
        clearTimeout(timer)
        resolve(at)
      })
    })
}

/** A visitor writes, and one of the operators reads and replies. */
async function exchange(
  guest: Guest,
  { taken, key }: Ground,
  _tally: Tally,
  index: number,
): Promise<void> {
  const { id, token } = taken[index % taken.length]!
  const say = () => ({ client_id: randomUUID(), content: QUESTIONS[1] })
  await guest.ask('POST', `/api/widget/conversations/${id}/messages`, token, say())
  await guest.ask('GET', `/api/user/conversations?asked=${index}`, key)
  await guest.ask('GET', `/api/user/conversations/${id}`, key)
  await guest.ask('POST', `/api/user/conversations/${id}/typing`, key, { active: true })
  await guest.ask('POST', `/api/user/conversations/${id}/messages`, key, say())
}

const FLOWS = { visit, chat, exchange }

/** Runs one flow from start to end. */
export async function flow(
  name: FlowName,
  ground: Ground,
  tally: Tally,
  index: number,
): Promise<void> {
  const guest = createGuest(ground, tally, index)
  try {
    await FLOWS[name](guest, ground, tally, index)
  } catch {
    tally.failed += 1
  } finally {
    guest.leave()
  }
}
