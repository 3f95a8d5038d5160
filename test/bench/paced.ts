import { Worker } from 'node:worker_threads'

/** Requests at a steady pace, whether or not the ones before are answered. */
export interface Pacing {
  readonly url: string
  /** Each request asks this path, with a number of its own behind it, so that no kept answer is given. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly ms: number
}

/** Due time of a request, ms of the epoch, and time until its answer from then on, ms. */
export interface Paced {
  readonly at: number
  readonly ms: number
}

/** Sends requests from a thread of its own, so that what else this process does is not measured along. */
export function paced(pacing: Pacing): Promise<Paced[]> {
  const worker = new Worker(new URL('./paced-worker.ts', import.meta.url), { workerData: pacing })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
