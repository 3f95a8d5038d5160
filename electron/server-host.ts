import type { BackOff } from './back-off.ts'
import type { ServerState } from './desktop-api.ts'
import type { ServerChild } from './server-child.ts'
import type { Failed, Ready, SignInLink } from './server-messages.ts'
import { delay } from './wait.ts'

/** A backup to start with. */
export interface Restored {
  readonly id: string
  /** Takes it although this installation did not sign it. */
  readonly acceptForeign: boolean
}

export interface ServerHostOptions {
  /** Starts a server process, at the port of the one before it so that open pages find it again; it restores a backup first. */
  readonly launch: (port: string | undefined, restored: Restored | undefined) => ServerChild
  readonly backOff: BackOff
  /** Hears every change; with `stopped` comes the sentence that says why. */
  readonly onState: (state: ServerState, reason: string) => void
}

/** Keeps a server running. */
export interface ServerHost {
  readonly state: ServerState
  /** Where the server is; undefined before the first start. */
  readonly url: string | undefined
  /**
   * Starts the server, after restoring a backup if one is named, or finds the one that already has the data.
   * @throws NoStart when neither works.
   */
  start(restored?: Restored): Promise<void>
  /** Tries again after `stopped`. */
  startAgain(): Promise<void>
  /** A new one-time link to sign in with. */
  signInLink(): Promise<SignInLink>
  /** Drains the server and waits until its process is gone. */
  stop(): Promise<void>
  /** Serves again after `stop`, for a reason that is written down. */
  resume(reason: string): Promise<void>
}

/** Reason why there is no server, as a sentence, with the backups that could be restored. */
export class NoStart extends Error {
  override readonly name = 'NoStart'
  readonly code: Failed['code']
  readonly backup: Failed['backup']

  constructor({ code, message, backup }: Failed) {
    super(message)
    this.code = code
    this.backup = backup
  }
}

/** A draining server may take this long to end, ms; one that never served, this long. */
const DRAIN_MS = 10_000
const DISMISS_MS = 1000

/** Keeps a server running: starts it, starts it again when it crashes, and ends it. */
export function createServerHost({ launch, backOff, onState }: ServerHostOptions): ServerHost {
  let state: ServerState = 'restarting'
  let url: string | undefined
  let own: ServerChild | undefined
  /** The one link that came with a server which was running already. */
  let spareLink: SignInLink | undefined
  let renewal: Promise<void> | undefined
  let stopping = false

  /** Runs a server process until it serves, or until it is clear that it will not. */
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
    void child.stop(DISMISS_MS)
    if (outcome.code === 'already_running' && outcome.url) {
      spareLink = linkOf(outcome.signInUrl)
      serveAt(outcome.url)
      return { type: 'ready', url: outcome.url }
    }
    return outcome
  }

  async function recover(reason: string): Promise<void> {
    own = undefined
    let why = reason
    for (;;) {
      if (stopping) return
      change('restarting', why)
      const wait = backOff.next()
      if (wait === undefined) return change('stopped', why)
      await delay(wait)
      if (stopping) return
      const outcome = await begin()
      if (outcome.type === 'ready') return
      why = outcome.message
    }
  }

  /** Another process has the data: only a second start learns a new link from it, or takes its place if it is gone. */
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
      if (outcome.type === 'failed') throw new NoStart(outcome)
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
    async stop() {
      stopping = true
      await own?.stop(DRAIN_MS)
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
