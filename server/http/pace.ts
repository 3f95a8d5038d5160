import type { Plane } from '#contracts/endpoint.ts'

interface PaceOptions {
  /** Milliseconds since an arbitrary origin. */
  readonly clock?: () => number
}

export type Pace = ReturnType<typeof createPace>

/** Time after its first request at which a turn of the event loop stops taking more, ms. */
const TURN_MS = 8

/** Total body size per turn, bytes: the resulting writes share a commit, which other requests wait for. */
const TURN_BYTES = 128 * 1024

/** A request waiting for a later turn. */
interface Waiting {
  readonly bytes: number
  readonly enter: () => void
}

/**
 * Limits the work of requests with a body per turn of the event loop, to keep the server responsive. The others wait
 * for later turns, operators and visitors alternately: a flood of visitors cannot queue ahead of the desk.
 */
export function createPace({ clock = () => performance.now() }: PaceOptions = {}) {
  const operators: Waiting[] = []
  const others: Waiting[] = []
  let isOperatorsTurn = true
  /** The current turn: the time of its first request, and the total bytes. */
  let turn: { readonly startedAt: number; bytes: number } | undefined

  /** Takes a request into this turn, if there is room. */
  function take(bytes: number): boolean {
    if (!turn) {
      turn = { startedAt: clock(), bytes }
      setImmediate(endTurn)
      return true
    }
    if (turn.bytes + bytes > TURN_BYTES || clock() - turn.startedAt >= TURN_MS) return false
    turn.bytes += bytes
    return true
  }

  function endTurn(): void {
    turn = undefined
    // Deferred, so that requests that arrived meanwhile go first.
    if (next()) setImmediate(admit)
  }

  function next(): Waiting | undefined {
    return (isOperatorsTurn ? operators[0] : others[0]) ?? operators[0] ?? others[0]
  }

  /** Admits waiting requests one after another, as long as this turn has room. */
  async function admit(): Promise<void> {
    for (let first = next(); first && take(first.bytes); first = next()) {
      isOperatorsTurn = first !== operators[0]
      if (first === operators[0]) operators.shift()
      else others.shift()
      first.enter()
      // Its work runs before this continues.
      await undefined
    }
  }

  return {
    /**
     * Requests admission.
     * @param bytes length of its body; undefined if it was not announced
     * @returns undefined if admitted at once, otherwise a promise that resolves on admission
     */
    enter(plane: Plane, bytes = TURN_BYTES): Promise<void> | undefined {
      if (!next() && take(bytes)) return undefined
      return new Promise((resolve) => {
        const lane = plane === 'operator' ? operators : others
        lane.push({ bytes, enter: resolve })
      })
    },
  }
}
