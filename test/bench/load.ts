import { connect } from 'node:net'

/**
 * Requests of one connection: to a fixed path, or to a new one each time; with `body` each is a POST of what
 * it returns.
 */
interface Target {
  readonly url: string
  readonly path: string | (() => string)
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => string
}

interface Load extends Target {
  readonly connections: number
  readonly ms: number
}

/** Requests per second served on keep-alive connections, one request at a time on each. */
export async function requestsPerSecond({ connections, ...load }: Load): Promise<number> {
  return (
    await underLoad(
      Array.from({ length: connections }, () => load),
      load.ms,
    )
  ).perSecond
}

/** Requests per second and the duration of each, ms, with one keep-alive connection per target. */
export async function underLoad(
  targets: readonly Target[],
  ms: number,
): Promise<{ readonly perSecond: number; readonly times: readonly number[] }> {
  const started = performance.now()
  const times = await Promise.all(
    targets.map((target) => pump(target, () => performance.now() < started + ms)),
  )
  const all = times.flat()
  return { perSecond: all.length / ((performance.now() - started) / 1000), times: all }
}

/** Durations of some requests on one keep-alive connection, one after another, ms. */
export function responseTimes(target: Target, count: number): Promise<number[]> {
  return pump(target, (sent) => sent < count)
}

/** Generates the bytes of one request after another. */
function requestsTo({ url, path, headers = {}, body }: Target): () => Buffer {
  const lines = Object.entries({ Host: new URL(url).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\n${lines.join('')}`
  if (body) {
    return () => {
      const sent = body()
      const about = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(sent)}`
      const place = typeof path === 'function' ? path() : path
      return Buffer.from(`${head('POST', place)}${about}\r\n\r\n${sent}`)
    }
  }
  if (typeof path === 'function') return () => Buffer.from(`${head('GET', path())}\r\n`)
  const same = Buffer.from(`${head('GET', path)}\r\n`)
  return () => same
}

/** Sends each request when the previous response has arrived; their durations, ms. */
function pump(target: Target, goesOn: (sent: number) => boolean): Promise<number[]> {
  const { hostname, port } = new URL(target.url)
  const socket = connect(Number(port), hostname)
  const next = requestsTo(target)
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let sentAt = 0
    const send = () => {
      const request = next()
      sentAt = performance.now()
      socket.write(request)
    }
    const answer = createAnswerReader()
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (!answer.isWhole(chunk)) return
      times.push(performance.now() - sentAt)
      if (goesOn(times.length)) send()
      else {
        socket.destroy()
        resolve(times)
      }
    })
  })
}

/** Detects when a response with a Content-Length is complete; throws when it is not a success. */
function createAnswerReader() {
  let head = ''
  let missing: number | undefined
  return {
    isWhole(chunk: Buffer): boolean {
      missing = missing === undefined ? bodyMissing(chunk) : missing - chunk.length
      if (missing === undefined || missing > 0) return false
      head = ''
      missing = undefined
      return true
    },
  }

  /** Bytes of the body still missing, once the headers have arrived. */
  function bodyMissing(chunk: Buffer): number | undefined {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    if (!head.startsWith('HTTP/1.1 20')) throw new Error(head.slice(0, 200))
    return Number(/content-length: (\d+)/i.exec(head)![1]) - (head.length - end - 4)
  }
}
