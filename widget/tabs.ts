/** A leader speaks at least with every heartbeat of its stream; one that is silent for longer is frozen. */
const SILENCE = 4000
/** Time a leader has to answer a greeting, ms. */
const ANSWER = 1500
const HELLO = 'hello'

interface TabsOptions<message> {
  /** Names the group; tabs of the same conversation share one. */
  readonly name: string
  /** This tab leads from now on, until the function it returns is called. */
  lead(): () => void
  /** Another tab asks the leader how things are. */
  onHello(): void
  onMessage(message: message): void
}

export interface Tabs<message> {
  /** Tells the other tabs. Only the leader speaks. */
  post(message: message): void
  leave(): void
}

/** Lets one of a browser's tabs lead and the others listen; without locks, as on pages without https, each leads itself. */
export function joinTabs<message>(options: TabsOptions<message>): Tabs<message> {
  const { name, lead, onHello, onMessage } = options
  const locks = navigator.locks as LockManager | undefined
  const channel = locks && openChannel(name)
  const left = new AbortController()
  let turn = new AbortController()
  let stopLeading: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data !== HELLO) {
        expectWord(SILENCE)
        onMessage(data)
      } else if (stopLeading) onHello()
    }
    document.addEventListener('visibilitychange', ask, { signal: left.signal })
    queue({ signal: turn.signal })
    ask()
  } else stopLeading = lead()

  /** Leads when its turn comes, and queues up again when another tab has taken over. */
  async function queue(manner: LockOptions): Promise<void> {
    const mine = turn
    const isRefused = await locks!
      .request(name, manner, () => reign(mine.signal))
      .then(
        () => false,
        (error: Error) => error.name === 'SecurityError',
      )
    if (mine !== turn) return
    if (isRefused) {
      stopLeading = lead()
      return
    }
    abdicate()
    if (left.signal.aborted) return
    turn = new AbortController()
    queue({ signal: turn.signal })
  }

  function reign(signal: AbortSignal): Promise<void> {
    stopLeading = lead()
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve())
    })
  }

  function abdicate(): void {
    stopLeading?.()
    stopLeading = undefined
  }

  /** Asks the leader how things are. */
  function ask(): void {
    if (stopLeading || document.hidden) return
    channel?.postMessage(HELLO)
    expectWord(ANSWER)
  }

  /** Takes over from a leader that says nothing, but only for somebody who is looking. */
  function expectWord(patience: number): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      if (stopLeading || document.hidden) return
      turn.abort()
      turn = new AbortController()
      queue({ steal: true })
    }, patience)
  }

  return {
    post(message) {
      if (!left.signal.aborted) channel?.postMessage(message)
    },
    leave() {
      abdicate()
      left.abort()
      turn.abort()
      clearTimeout(silence)
      channel?.close()
    },
  }
}

/** A channel to the other tabs; none where the browser refuses storage, and channels with it. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
