import { onTestFinished } from 'vitest'

/** One server-sent event as received. */
export interface StreamEvent {
  readonly id: number | undefined
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every type
  readonly data: any
}

export interface TestStream {
  /** Everything except heartbeats, which may arrive at any time. */
  readonly events: readonly StreamEvent[]
  readonly heartbeats: readonly StreamEvent[]
  /** Resolves to the first matching event, past or future. */
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Timeout for an event on a busy machine, ms. */
const PATIENCE_MS = 15_000

/** Follows a stream until the test is over. */
export async function followStream(
  url: string,
  headers: Record<string, string>,
): Promise<TestStream> {
  const stream = await openStream(url, headers)
  onTestFinished(stream.close)
  return stream
}

/** Follows a stream of the server as a program would: without a library, so that the wire format itself is tested. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
  const events: StreamEvent[] = []
  const heartbeats: StreamEvent[] = []
  const listeners = new Set<() => void>()
  const ended = read(response.body, (event) => {
    if (event.type === 'ping') heartbeats.push(event)
    else events.push(event)
    for (const listener of listeners) listener()
  }).catch(() => undefined)
  const close = () => abort.abort()
  return {
    events,
    heartbeats,
    ended,
    close,
    next: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No such event among ${JSON.stringify(events).slice(0, 4000)}`)),
          PATIENCE_MS,
        )
        const look = () => {
          const found = events.find(fits) ?? heartbeats.find(fits)
          if (!found) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
  }
}

async function read(
  body: ReadableStream<Uint8Array>,
  emit: (event: StreamEvent) => void,
): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = frames.pop()!
    for (const frame of frames) {
      const fields = new Map(
        frame.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
      )
      const type = fields.get('event')
      const id = fields.get('id')
      if (type) {
        emit({
          id: id === undefined ? undefined : Number(id),
          type,
          data: JSON.parse(fields.get('data') ?? 'null'),
        })
      }
    }
  }
}
