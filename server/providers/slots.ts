/** Runs work in one of a limited number of slots; what finds none free waits for one, first come, first served. */
export type Slots = <result>(work: () => Promise<result>) => Promise<result>

/** @param max maximum pieces of work that run concurrently */
export function createSlots(max: number): Slots {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }

  /** Passes the slot on to the next one waiting. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
