import { Worker } from 'node:worker_threads'
import type { Writer } from './writes.ts'

/** A visitor who writes at this interval, whether or not earlier messages have been acknowledged. */
export interface SteadyWriting extends Writer {
  readonly url: string
  readonly perSecond: number
}

/**
 * Writes from a separate thread, so that other work of this process is not measured; returns a function that
 * stops it.
 */
export function writeSteadily(writing: SteadyWriting): () => Promise<unknown> {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: writing })
  worker.once('error', (error) => {
    throw error
  })
  return () => worker.terminate()
}
