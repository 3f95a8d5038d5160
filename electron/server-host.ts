import type { BackOff } from './back-off.ts'
import type { ServerState } from './desktop-api.ts'
import type { ServerChild } from './server-child.ts'
import type { DoorRequest, Failed, Ready, SignInLink, SiteDoor } from './server-messages.ts'
import { delay } from './wait.ts'

/** A backup to restore before the start. */
export interface Restored {
  readonly id: string
  /** Accepts a backup that this installation did not sign. */
  readonly acceptForeign: boolean
}

export interface ServerHostOptions {
  /**
   * Starts a server process, on the previous one's port so that open pages reconnect; restores a backup first if given.
   */
  readonly launch: (port: string | undefined, restored: Restored | undefined) => ServerChild
  readonly backOff: BackOff
  /** Called on every change; `reason` explains `stopped`. */
  readonly onState: (state: ServerState, reason: string) => void
}

/** Keeps a server running. */
export interface ServerHost {
  readonly state: ServerState
  /** URL of the server; undefined before the first start. */
  readonly url: string | undefined
  /**
   * Starts the server, after restoring a backup if given, or uses the one that already has the data.
   * @throws StartFailure if neither works.
   */
  start(restored?: Restored): Promise<void>
  /** Retries after `stopped`. */
  startAgain(): Promise<void>
  /** Requests a new one-time sign-in link. */
  signInLink(): Promise<SignInLink>
  /**
   * Opens the network for a page with an assistant on it.
   * @throws Error while the server is not running as a process of this app
   */
  openDoor(request: DoorRequest): Promise<SiteDoor>
  /** Closes the door at a port, if it is still the open one. */
  closeDoor(port: number): void
  /** Drains the server; resolves once its process has exited. */
  stop(): Promise<void>
  /** Starts again after `stop`; the reason is logged. */
  resume(reason: string): Promise<void>
}

/** Reason for a failed start, as a sentence, with a backup that could be restored. */
export class StartFailure extends Error {
  override readonly name = 'NoStart'
  readonly code: Failed['code']
  readonly backup: Failed['backup']

  constructor({ code, message, backup }: Failed) {
    super(message)
    this.code = code
    this.backup = backup
  }
}

/** Time for a server to drain, ms, and for one that was never ready to exit. */
const DRAIN_TIMEOUT_MS = 10_000
const EXIT_TIMEOUT_MS = 1000

/** Supervises a server: starts it, restarts it after a crash, and stops it. */
export function createServerHost({ launch, backOff, onState }: ServerHostOptions): ServerHost {
  let state: ServerState = 'restarting'
  let url: string | undefined
  let own: ServerChild | undefined
  /** The one-time link of a server that was already running. */
  let spareLink: SignInLink | undefined
  let renewal: Promise<void> | undefined
  let stopping = false

  /** Starts a server process and waits until it is ready or has failed. */
  async function begin(restored?: Restored): Promise<Ready | Failed> {
    const child = launch(url && new URL(url).port, restored)
    own = child
    const outcome = await child.outcome
    if (outcome.type === 'ready') {
      serveAt(outcome.url)
      void child.ended.then((reason) => recover(reason))
      return outcome
    }
    own = undefined
    void child.stop(EXIT_TIMEOUT_MS)
    if (outcome.code === 'already_running' && outcome.url) {
      spareLink = linkOf(outcome.signInUrl)
      serveAt(outcome.url)
      return { type: 'ready', url: outcome.url }
    }
    return outcome
  }

  async function recover(reason: string): Promise<void> {
    own = undefined
    let problem = reason
    for (;;) {
      if (stopping) return
      change('restarting', problem)
      const wait = backOff.next()
      if (wait === undefined) return change('stopped', problem)
      await delay(wait)
      if (stopping) return
      const outcome = await begin()
      if (outcome.type === 'ready') return
      problem = outcome.message
    }
  }

  /** The data belongs to another process: a second start gets a new link from it, or replaces it if it has gone. */
  async function renewLink(): Promise<void> {
    const outcome = await begin()
    if (outcome.type === 'failed') throw new Error(outcome.message)
  }

  function serveAt(where: string): void {
    url = where
    change('running', '')
  }

  function change(to: ServerState, reason: string): void {
    if (state === to) return
    state = to
    onState(to, reason)
  }

  return {
    get state() {
      return state
    },
    get url() {
      return url
    },
    async start(restored) {
      const outcome = await begin(restored)
      if (outcome.type === 'failed') throw new StartFailure(outcome)
    },
    async startAgain() {
      backOff.reset()
      await recover('')
    },
    async signInLink() {
      if (!own && !spareLink && state === 'running') {
        renewal ??= renewLink().finally(() => (renewal = undefined))
        await renewal
      }
      const link = spareLink
      spareLink = undefined
      if (link) return link
      if (!own) throw new Error('The server gives no sign-in link now')
      return own.link()
    },
    async openDoor(request) {
      if (!own) throw new Error('The server belongs to another process')
      return own.door(request)
    },
    closeDoor: (port) => own?.closeDoor(port),
    async stop() {
      stopping = true
      await own?.stop(DRAIN_TIMEOUT_MS)
    },
    async resume(reason) {
      stopping = false
      backOff.reset()
      await recover(reason)
    },
  }
}

function linkOf(url: string | undefined): SignInLink | undefined {
  const secret = url && new URLSearchParams(new URL(url).hash.slice(1)).get('signin')
  return url && secret ? { url, secret } : undefined
}
