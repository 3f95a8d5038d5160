import { connect, type Socket } from 'node:net'

interface Target {
  readonly url: string
  /** One path, or one for each request. */
  readonly path: string | (() => string)
  readonly headers?: Readonly<Record<string, string>>
}

interface Load extends Target {
  readonly connections: number
  readonly ms: number
}

/** Requests per second that a server answers on kept connections, one request at a time on each. */
export async function requestsPerSecond({ connections, ms, ...target }: Load): Promise<number> {
  const { hostname, port } = new URL(target.url)
  const next = requestsTo(target)
  const started = performance.now()
  const until = started + ms
  const counts = await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname)
      return pump(socket, next, () => performance.now() < until)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

/** Milliseconds of each of some requests on one kept connection, one after another. */
export async function responseTimes(target: Target, count: number): Promise<number[]> {
  const { hostname, port } = new URL(target.url)
  const next = requestsTo(target)
  const sentAt: number[] = []
  const times: number[] = []
  await pump(
    connect(Number(port), hostname),
    () => {
      const request = next()
      sentAt.push(performance.now())
      return request
    },
    () => {
      times.push(performance.now() - sentAt.at(-1)!)
      return times.length < count
    },
  )
  return times
}

/** Makes the bytes of one request after another. */
function requestsTo({ url, path, headers = {} }: Target): () => Buffer {
  const lines = Object.entries({ Host: new URL(url).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const requestOf = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (typeof path === 'function') return () => requestOf(path())
  const same = requestOf(path)
  return () => same
}

/** Sends a request each time that its answer is there, and counts. */
function pump(socket: Socket, next: () => Buffer, goesOn: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    const answer = createAnswerReader()
    socket.setNoDelay(true)
    socket.on('connect', () => socket.write(next()))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (!answer.isWhole(chunk)) return
      count += 1
      if (goesOn()) socket.write(next())
      else {
        socket.destroy()
        resolve(count)
      }
    })
  })
}

/** Knows when an answer with a Content-Length is there as a whole; throws when it is no 200. */
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

  /** Bytes of the body that are still to come, once the head is there. */
  function bodyMissing(chunk: Buffer): number | undefined {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 200))
    return Number(/content-length: (\d+)/i.exec(head)![1]) - (head.length - end - 4)
  }
}
