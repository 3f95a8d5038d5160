import { Worker } from 'node:worker_threads'
import type { Writer } from './writes.ts'

/** A visitor who writes so often, whether or not the message before is acknowledged. */
export interface SteadyWriting extends Writer {
  readonly url: string
  readonly perSecond: number
}

/** Writes from a thread of its own, so that what else this process does is not measured along; returns what ends it. */
export function writeSteadily(writing: SteadyWriting): () => Promise<unknown> {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: writing })
  worker.once('error', (error) => {
    throw error
  })
  return () => worker.terminate()
}
