import type { Context } from '../../context.ts'

interface Host {
  underWay: number
  /** Failures in a row that say it has too much to do. */
  overloads: number
  pausedAt: number
}

const SECOND_MS = 1000

/** First pause for an overloaded host, ms; each consecutive failure doubles it. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 300_000

/**
 * Says who may be sent something now: so many starts a second in all, and so many deliveries at a host at once. Kept in
 * memory: a restart begins anew.
 */
export function createPace({ now, config }: Pick<Context, 'now' | 'config'>) {
  const { webhookStartsPerSecond: perSecond, webhooksAtHost: atHost } = config.limits
  const hosts = new Map<string, Host>()
  let starts: number[] = []

  /** The last second. What lies in the future was before the clock was set back. */
  const recent = (times: number[]): number[] => {
    const time = now().getTime()
    return times.filter((at) => at <= time && at > time - SECOND_MS)
  }

  const pauseOf = ({ overloads }: Host): number =>
    overloads === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (overloads - 1), LONGEST_PAUSE_MS)

  function isPaused(host: Host): boolean {
    const gone = now().getTime() - host.pausedAt
    return gone >= 0 && gone < pauseOf(host)
  }

  function isBusy(host: Host): boolean {
    // One that had too much to do is asked by one delivery alone whether it is well again.
    return host.underWay >= (host.overloads > 0 ? 1 : atHost) || isPaused(host)
  }

  return {
    /** Hosts that are not to be sent anything now. */
    busyHosts: (): string[] => [...hosts].flatMap(([name, host]) => (isBusy(host) ? [name] : [])),
    /** Earliest time of the next start, ms since 1970; undefined for now. */
    opensAt(): number | undefined {
      starts = recent(starts)
      return starts.length < perSecond ? undefined : starts[0]! + SECOND_MS
    },
    /** Earliest time at which a paused host may be tried again, ms since 1970. */
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
    /** An attempt is over; one that says nothing about the host leaves it as it is. */
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
