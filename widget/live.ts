import { ApiError } from './api-error.ts'
import { createSseParser, type ServerSentEvent } from './sse.ts'

/** Silence after which a stream may be dead, ms: heartbeats come every 3 s, and the visitor is told within 5 s. */
const QUIET = 3500
/** Silence after which a stream is dead, ms. */
const SILENCE = 10_000
/** Duration after which a connection counts as stable and resets the back-off, ms. */
const STABLE = 5000
const INITIAL_DELAY = 500
const MAX_DELAY = 10_000
/** Consecutive failures after which there is no retry until `wake` is called. */
const MAX_FAILURES = 60

interface LiveOptions {
  /** Opens the stream after the last event seen. */
  connect(signal: AbortSignal): Promise<Response>
  onEvent(event: ServerSentEvent): void
  /** Called when the stream is up, has ended or has gone quiet. */
  onChange(isUp: boolean): void
  /** Called when the server refuses the stream. */
  onRefusal(error: ApiError): unknown
}

export type Live = ReturnType<typeof followLive>

/** Follows an event stream until stopped, through disconnections, sleep and network changes. */
export function followLive({ connect, onEvent, onChange, onRefusal }: LiveOptions) {
  let isStopped = false
  let isUp = false
  let failures = 0
  let heardAt = 0
  let current = new AbortController()
  let hurry = () => {}

  run()

  async function run(): Promise<void> {
    while (!isStopped) {
      const hurried = new Promise<void>((resolve) => {
        hurry = resolve
      })
      const startedAt = Date.now()
      const wait = await follow()
      if (isStopped) return
      if (Date.now() - startedAt > STABLE) failures = 0
      setUp(false)
      const rest = pause(Math.max(wait, backOff()))
      await Promise.race(failures < MAX_FAILURES ? [hurried, rest] : [hurried])
    }
  }

  /** Follows one connection until it ends; returns the wait requested by the server, ms. */
  async function follow(): Promise<number> {
    current = new AbortController()
    const { signal } = current
    const alarm = setInterval(() => {
      const silence = Date.now() - heardAt
      if (silence > SILENCE) current.abort()
      else if (silence > QUIET) setUp(false)
    }, 500)
    heardAt = Date.now()
    try {
      await read(await connect(signal), signal)
    } catch (error) {
      if (!(error instanceof ApiError) || isStopped) return 0
      if (error.status > 0) onRefusal(error)
      return error.retryAfter
    } finally {
      clearInterval(alarm)
      current.abort()
    }
    return 0
  }

  async function read(response: Response, signal: AbortSignal): Promise<void> {
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    const parse = createSseParser((event) => signal.aborted || onEvent(event))
    for (;;) {
      heardAt = Date.now()
      setUp(true)
      const { done, value } = await reader.read()
      if (done) return
      parse(decoder.decode(value, { stream: true }))
    }
  }

  function setUp(up: boolean): void {
    if (up !== isUp) onChange(up)
    isUp = up
  }

  function backOff(): number {
    const wait = Math.min(MAX_DELAY, INITIAL_DELAY * 2 ** failures)
    failures += 1
    return wait * (1 + Math.random() / 2)
  }

  /** Drops this connection and opens another. */
  function restart(): void {
    current.abort()
  }

  /** Retries immediately, replacing a connection that has gone quiet. */
  function wake(): void {
    if (Date.now() - heardAt > QUIET) restart()
    hurry()
  }

  function stop(): void {
    isStopped = true
    current.abort()
    hurry()
  }

  return { restart, wake, stop }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
