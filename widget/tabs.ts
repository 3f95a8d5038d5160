/** Silence after which a leader counts as frozen, ms; it posts at least with every heartbeat of its stream. */
const SILENCE = 4000
/** Time for a leader to answer a greeting, ms. */
const ANSWER = 1500
const HELLO = 'hello'

interface TabsOptions<message> {
  /** Name of the group, shared by tabs of the same conversation; undefined if this tab shares nothing. */
  readonly name: string | undefined
  /** Called when this tab becomes the leader; the function it returns is called when it stops leading. */
  lead(): () => void
  /** Called on the leader when another tab asks for its state. */
  onHello(): void
  onMessage(message: message): void
}

export interface Tabs<message> {
  /** Posts to the other tabs; for the leader only. */
  post(message: message): void
  leave(): void
}

/** Elects one of a browser's tabs as leader; without locks, as on pages without HTTPS, every tab leads itself. */
export function joinTabs<message>(options: TabsOptions<message>): Tabs<message> {
  const { name, lead, onHello, onMessage } = options
  const locks = navigator.locks as LockManager | undefined
  const channel = (locks && name && openChannel(name)) as BroadcastChannel | undefined
  const left = new AbortController()
  let turn = new AbortController()
  let stopLeading: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data !== HELLO) {
        expectMessage(SILENCE)
        onMessage(data)
      } else if (stopLeading) onHello()
    }
    document.addEventListener('visibilitychange', ask, { signal: left.signal })
    queue({ signal: turn.signal })
    ask()
  } else stopLeading = lead()

  /** Leads when the lock is granted, and queues again when another tab has taken over. */
  async function queue(manner: LockOptions): Promise<void> {
    const mine = turn
    const isRefused = await locks!
      .request(name!, manner, () => holdLead(mine.signal))
      .catch((error: Error) => error.name === 'SecurityError')
    if (mine !== turn) return
    if (isRefused) {
      stopLeading = lead()
      return
    }
    releaseLead()
    if (left.signal.aborted) return
    turn = new AbortController()
    queue({ signal: turn.signal })
  }

  function holdLead(signal: AbortSignal): Promise<void> {
    stopLeading = lead()
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve())
    })
  }

  function releaseLead(): void {
    stopLeading?.()
    stopLeading = undefined
  }

  /** Asks the leader for its state. */
  function ask(): void {
    if (stopLeading || document.hidden) return
    channel?.postMessage(HELLO)
    expectMessage(ANSWER)
  }

  /** Takes over from a silent leader, but only while this tab is visible. */
  function expectMessage(timeout: number): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      if (stopLeading || document.hidden) return
      turn.abort()
      turn = new AbortController()
      queue({ steal: true })
    }, timeout)
  }

  return {
    post(message) {
      if (!left.signal.aborted) channel?.postMessage(message)
    },
    leave() {
      releaseLead()
      left.abort()
      turn.abort()
      clearTimeout(silence)
      channel?.close()
    },
  }
}

/** A channel to the other tabs; undefined if the browser refuses storage and therefore channels. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
