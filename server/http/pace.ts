import type { Plane } from '#contracts/endpoint.ts'

interface PaceOptions {
  /** Milliseconds from any moment. */
  readonly clock?: () => number
}

export type Pace = ReturnType<typeof createPace>

/** A turn of the event loop takes no further request once so long has passed since its first one, ms. */
const TURN_MS = 8

/** Bodies that one turn takes, bytes: what comes of them shares a commit, and other requests wait for it. */
const TURN_BYTES = 128 * 1024

/** A request that waits for a later turn. */
interface Waiting {
  readonly bytes: number
  readonly enter: () => void
}

/**
 * Lets so many requests with a body do their work in one turn of the event loop that it comes round to everybody else in
 * time. The others wait for later turns, operators and visitors alternately: a flood of visitors is no queue before the desk.
 */
export function createPace({ clock = () => performance.now() }: PaceOptions = {}) {
  const operators: Waiting[] = []
  const others: Waiting[] = []
  let isOperatorsTurn = true
  /** The turn that is going on: when it took its first request, and the bytes of all of them. */
  let turn: { readonly begunAt: number; bytes: number } | undefined

  /** Takes a request into this turn, if it has room. */
  function take(bytes: number): boolean {
    if (!turn) {
      turn = { begunAt: clock(), bytes }
      setImmediate(endTurn)
      return true
    }
    if (turn.bytes + bytes > TURN_BYTES || clock() - turn.begunAt >= TURN_MS) return false
    turn.bytes += bytes
    return true
  }

  function endTurn(): void {
    turn = undefined
    // Not at once: first comes what has arrived in the meantime.
    if (next()) setImmediate(letIn)
  }

  function next(): Waiting | undefined {
    return (isOperatorsTurn ? operators[0] : others[0]) ?? operators[0] ?? others[0]
  }

  /** Lets those who wait do their work, one after another, as long as this turn has room for them. */
  async function letIn(): Promise<void> {
    for (let first = next(); first && take(first.bytes); first = next()) {
      isOperatorsTurn = first !== operators[0]
      if (first === operators[0]) operators.shift()
      else others.shift()
      first.enter()
      // Its work is done before this goes on.
      await undefined
    }
  }

  return {
    /**
     * Asks to do the work of a request.
     * @param bytes length of its body; undefined where it was not announced
     * @returns undefined when it may be done at once, or a promise that resolves when it may
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
