import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawFate, type Fate } from './fates.ts'
import { answerPage, type Line, onward, ownHeaders, type Passage } from './line.ts'

interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Time by which a sender has given up on a request, ms. */
const GIVEN_UP = 10_500
/** Maximum delay of anything late, ms. */
const LATE = 1500

/** Forwards a request and its response, subject to their fate. */
export async function passRequest(passage: Passage, body: Buffer): Promise<void> {
  const { line, res, note } = passage
  const fate = line.weather === 'calm' ? 'pass' : drawFate(line.random)
  const ms = line.random() * LATE
  const go = () => forward(passage, body)
  note(fate)
  if (fate === 'dropped') res.destroy()
  else if (fate === 'page') answerPage(res)
  else if (fate === 'portal') answerPage(res, 200)
  else if (fate === 'ghost') arriveLater(go, GIVEN_UP + ms)
  else await passOn(passage, fate, ms, go)
}

async function passOn(
  passage: Passage,
  fate: Fate,
  ms: number,
  go: () => Promise<Answer>,
): Promise<void> {
  const { line, res } = passage
  if (fate === 'late') await sleep(ms)
  if (fate === 'behind') await nextOf(line)
  if (fate === 'twice') arriveLater(go, 0)
  if (fate === 'echo') arriveLater(go, ms * 3)
  try {
    answer(passage, fate, await go())
  } catch {
    // The server is down.
    if (line.random() < 0.5) answerPage(res)
    else res.destroy()
  }
}

function answer({ res }: Passage, fate: Fate, { status, headers, body }: Answer): void {
  if (fate === 'pageAfter') answerPage(res)
  else if (fate === 'unanswered') res.destroy()
  else if (fate === 'halved')
    res.writeHead(status, headers).write(body.subarray(0, body.length / 2), () => res.destroy())
  else res.writeHead(status, headers).end(body)
}

function arriveLater(go: () => Promise<Answer>, ms: number): void {
  sleep(ms)
    .then(go)
    .catch(() => {})
}

/** Waits until another request of the same chat has passed, for a limited time. */
function nextOf({ held }: Line): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(release, LATE)
    function release(): void {
      clearTimeout(timer)
      held.delete(release)
      resolve()
    }
    held.add(release)
  })
}

function forward(passage: Passage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const out = onward(passage)
    out.on('error', reject)
    out.on('response', async (incoming) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of incoming) chunks.push(chunk)
      } catch (error) {
        return reject(error)
      }
      const [status, headers] = [incoming.statusCode!, ownHeaders(incoming)]
      resolve({ status, headers, body: Buffer.concat(chunks) })
    })
    out.end(body)
  })
}
