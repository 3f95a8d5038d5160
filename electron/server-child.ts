import { createHeartbeat } from './heartbeat.ts'
import type {
  DoorRequest,
  Failed,
  FromServer,
  Ready,
  SignInLink,
  SiteDoor,
  ToServer,
} from './server-messages.ts'
import { within } from './wait.ts'

/** The part of Electron's utility process in use. */
export interface ServerProcess {
  readonly pid?: number | undefined
  on(event: 'message', listener: (message: FromServer) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
  postMessage(message: ToServer): void
}

/** One server process, from start to exit. */
export interface ServerChild {
  /** Settles once it is ready; an exit before that is a failed start. */
  readonly outcome: Promise<Ready | Failed>
  /** Resolves to a sentence about how it ended. */
  readonly ended: Promise<string>
  /** Requests a new one-time sign-in link. */
  link(): Promise<SignInLink>
  /** Opens the network for a page with an assistant on it. */
  door(request: DoorRequest): Promise<SiteDoor>
  closeDoor(port: number): void
  /** Makes it crash like a bug. */
  fail(): void
  /** Lets it drain for at most `patience` ms; resolves once the process has exited. */
  stop(patience: number): Promise<void>
}

type Answer = Extract<FromServer, { type: 'link' | 'door' }>

const ANSWER_TIMEOUT_MS = 5000
const KILL_TIMEOUT_MS = 1000

/** Communicates with a server process. */
export function followServer(child: ServerProcess): ServerChild {
  const outcome = Promise.withResolvers<Ready | Failed>()
  const end = Promise.withResolvers<string>()
  const asked = new Map<number, PromiseWithResolvers<Answer>>()
  let asks = 0
  let isGone = false
  let isHanging = false

  const heartbeat = createHeartbeat({
    ping: () => child.postMessage({ type: 'ping' }),
    onHang() {
      isHanging = true
      if (child.pid !== undefined) kill(child.pid)
    },
  })

  child.on('message', (message) => {
    if (message.type === 'ready' || message.type === 'failed') {
      if (message.type === 'ready') heartbeat.start()
      return outcome.resolve(message)
    }
    if (message.type === 'pong') return heartbeat.beat()
    const answer = asked.get(message.id)
    // Nobody waits for a door that opens too late.
    if (!answer && message.type === 'door') closeDoor(message.door.port)
    else if (message.type === 'refused') answer?.reject(new Error(message.message))
    else answer?.resolve(message)
  })
  child.once('exit', (code) => {
    isGone = true
    heartbeat.stop()
    const sentence = isHanging
      ? 'The Parley server did not answer any more and was ended.'
      : `The Parley server ended by itself (exit code ${code}).`
    outcome.resolve({ type: 'failed', code: 'crashed', message: sentence })
    for (const answer of asked.values()) answer.reject(new Error(sentence))
    end.resolve(sentence)
  })

  function closeDoor(port: number): void {
    child.postMessage({ type: 'close_door', port })
  }

  async function ask(message: (id: number) => ToServer): Promise<Answer> {
    const id = ++asks
    const answer = Promise.withResolvers<Answer>()
    asked.set(id, answer)
    child.postMessage(message(id))
    const tooLate = () => answer.reject(new Error('The server does not answer'))
    const timer = setTimeout(tooLate, ANSWER_TIMEOUT_MS)
    return answer.promise.finally(() => {
      clearTimeout(timer)
      asked.delete(id)
    })
  }

  return {
    outcome: outcome.promise,
    ended: end.promise,

    async link() {
      const answer = await ask((id) => ({ type: 'link', id }))
      if (answer.type !== 'link') throw new Error(`The server answers with ${answer.type}`)
      return answer.link
    },

    async door(request) {
      const answer = await ask((id) => ({ type: 'door', id, request }))
      if (answer.type !== 'door') throw new Error(`The server answers with ${answer.type}`)
      return answer.door
    },

    closeDoor,

    fail: () => child.postMessage({ type: 'fault' }),

    async stop(patience) {
      if (isGone) return
      // Draining may take long.
      heartbeat.stop()
      child.postMessage({ type: 'stop' })
      await within(patience, end.promise)
      if (isGone) return
      if (child.pid !== undefined) kill(child.pid)
      await within(KILL_TIMEOUT_MS, end.promise)
    },
  }
}

/** The utility process's own `kill` asks gracefully, like the `stop` that just went unanswered. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had already exited.
  }
}
