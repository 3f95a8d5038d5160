import type { Context } from '../../context.ts'

interface Host {
  underWay: number
  /** Number of consecutive failures that indicate overload. */
  overloads: number
  pausedAt: number
}

const SECOND_MS = 1000

/** First pause for an overloaded host, ms; each consecutive failure doubles it. */
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 300_000

/** Limits the starts per second and the concurrent deliveries per host. Kept in memory: a restart resets it. */
export function createPace({ now, config }: Pick<Context, 'now' | 'config'>) {
  const { webhookStartsPerSecond: perSecond, webhooksAtHost: atHost } = config.limits
  const hosts = new Map<string, Host>()
  let starts: number[] = []

  /** The starts within the last second. Future ones are from before the clock was set back. */
  const recent = (times: number[]): number[] => {
    const time = now().getTime()
    return times.filter((at) => at <= time && at > time - SECOND_MS)
  }

  const pauseOf = ({ overloads }: Host): number =>
    overloads === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (overloads - 1), MAX_PAUSE_MS)

  function isPaused(host: Host): boolean {
    const gone = now().getTime() - host.pausedAt
    return gone >= 0 && gone < pauseOf(host)
  }

  function isBusy(host: Host): boolean {
    // An overloaded host gets a single delivery to test whether it has recovered.
    return host.underWay >= (host.overloads > 0 ? 1 : atHost) || isPaused(host)
  }

  return {
    /** Hosts that must not be called now. */
    busyHosts: (): string[] => [...hosts].flatMap(([name, host]) => (isBusy(host) ? [name] : [])),
    /** Earliest time of the next start, Unix ms; undefined for now. */
    opensAt(): number | undefined {
      starts = recent(starts)
      return starts.length < perSecond ? undefined : starts[0]! + SECOND_MS
    },
    /** Earliest time at which a paused host may be tried again, Unix ms. */
    resumesAt(): number | undefined {
      const ends = [...hosts.values()]
        .filter((host) => isPaused(host))
        .map((host) => host.pausedAt + pauseOf(host))
      return ends.length === 0 ? undefined : Math.min(...ends)
    },
    begin(name: string): void {
      const host = hosts.get(name) ?? { underWay: 0, overloads: 0, pausedAt: 0 }
      host.underWay += 1
      hosts.set(name, host)
      starts.push(now().getTime())
    },
    /** Records the end of an attempt; undefined leaves the host's state unchanged. */
    end(name: string, wasOverloaded: boolean | undefined): void {
      const host = hosts.get(name)!
      host.underWay -= 1
      if (wasOverloaded) {
        host.overloads += 1
        host.pausedAt = now().getTime()
      } else if (wasOverloaded === false) host.overloads = 0
      if (host.underWay === 0 && host.overloads === 0) hosts.delete(name)
    },
  }
}
