import { Worker } from 'node:worker_threads'

/** Requests at a steady pace, whether or not earlier ones have been answered. */
export interface Pacing {
  readonly url: string
  /** Path of each request, with a unique number appended, so that no response comes from a cache. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly ms: number
}

/** Due time of a request, ms since 1970, and the time from then to its response, ms. */
export interface Paced {
  readonly at: number
  readonly ms: number
}

/** Sends requests from a separate thread, so that other work of this process is not measured. */
export function paced(pacing: Pacing): Promise<Paced[]> {
  const worker = new Worker(new URL('./paced-worker.ts', import.meta.url), { workerData: pacing })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
