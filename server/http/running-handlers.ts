import { stopping } from '../errors.ts'

export type RunningHandlers = ReturnType<typeof createRunningHandlers>

/** Tracks handlers that have not ended: one goes on when its client has left, and still needs the database. */
export function createRunningHandlers() {
  const running = new Map<Promise<unknown>, (error: unknown) => void>()
  return {
    /** Resolves like the work of a handler, or rejects when it is given up. */
    follow<result>(work: Promise<result>): Promise<result> {
      const { promise, resolve, reject } = Promise.withResolvers<result>()
      running.set(work, reject)
      work.then(resolve, reject).finally(() => running.delete(work))
      return promise
    },
    /** Refuses the requests whose handlers have not ended; the handlers go on. */
    giveUp(): void {
      for (const refuse of running.values()) refuse(stopping())
    },
    /** Resolves once no handler is running. */
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running.keys())
    },
  }
}
