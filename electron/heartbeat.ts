export interface HeartbeatNeeds {
  readonly ping: () => void
  /** Called once, when too many pings are unanswered. */
  readonly onHang: () => void
}

export interface Heartbeat {
  start(): void
  /** Records an answer. */
  beat(): void
  stop(): void
}

/** Interval of the pings, ms, and the number of unanswered pings in a row that counts as dead. */
export const BEAT_MS = 5000
export const MISSED = 4

/**
 * Detects a process that runs but does not respond. It counts pings instead of time: while the machine sleeps neither
 * side runs, and a late wake-up must not end the process.
 */
export function createHeartbeat({ ping, onHang }: HeartbeatNeeds): Heartbeat {
  let timer: NodeJS.Timeout | undefined
  let missed = 0

  function beat(): void {
    if (missed >= MISSED) {
      stop()
      onHang()
      return
    }
    missed++
    ping()
  }

  function stop(): void {
    clearInterval(timer)
  }

  return {
    start() {
      timer = setInterval(beat, BEAT_MS)
    },
    beat() {
      missed = 0
    },
    stop,
  }
}
