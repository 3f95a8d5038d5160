export interface HeartbeatNeeds {
  readonly ping: () => void
  /** Told once, when nothing has come back for too long. */
  readonly onHang: () => void
}

export interface Heartbeat {
  start(): void
  /** Something came back. */
  beat(): void
  stop(): void
}

/** Interval of the pings, ms, and the number of unanswered pings in a row that counts as dead. */
export const BEAT_MS = 5000
export const MISSED = 4

/**
 * Notices that a process is there and does nothing. It counts questions, not time: while the machine sleeps neither side
 * runs, and waking up late is no reason to be ended.
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
