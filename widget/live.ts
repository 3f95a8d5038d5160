import { ApiError } from './api.ts'
import { createSseParser, type ServerSentEvent } from './sse.ts'

/** A stream that has said nothing for this long may be dead: heartbeats come every 3 s, and after 5 s somebody is told. */
const QUIET = 3500
/** One that has said nothing for this long is. */
const SILENCE = 10_000
/** A stream that lasted this long was a good one: the next try need not wait long. */
const STABLE = 5000
const FIRST_WAIT = 500
const LONGEST_WAIT = 10_000
/** Failures in a row after which only somebody who looks, or the network, is worth another try. */
const PATIENCE = 60

interface LiveOptions {
  /** Opens the stream behind the last event that was seen. */
  connect(signal: AbortSignal): Promise<Response>
  onEvent(event: ServerSentEvent): void
  /** The stream is there, or gone, or has gone quiet. */
  onChange(isUp: boolean): void
  /** The server has refused the stream. */
  onRefusal(error: ApiError): unknown
}

export type Live = ReturnType<typeof followLive>

/** Follows a stream of events until told to stop, through cuts, sleep and changes of network. */
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
      await Promise.race(failures < PATIENCE ? [hurried, rest] : [hurried])
    }
  }

  /** Follows one connection to its end and says how long the server wants to be left alone. */
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
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
    failures += 1
    return wait * (1 + Math.random() / 2)
  }

  /** Leaves this connection and tries another. */
  function restart(): void {
    current.abort()
  }

  /** Something has changed for the better: no more waiting. */
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
