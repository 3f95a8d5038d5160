import { Worker } from 'node:worker_threads'
import type { Writer } from './writes.ts'

/** A visitor who writes at this interval, whether or not earlier messages have been acknowledged. */
export interface SteadyWriting extends Writer {
  readonly url: string
  readonly perSecond: number
}

/**
 * Measures beside visitors who write from separate threads, so that other work of this process is not measured.
 * @throws the first error of a writer
 */
export async function besideWriting<result>(
  writings: readonly SteadyWriting[],
  measure: () => Promise<result>,
): Promise<result> {
  const workers = writings.map(
    (writing) =>
      new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: writing }),
  )
  const failed = new Promise<never>((_, reject) => {
    for (const worker of workers) worker.once('error', reject)
  })
  try {
    return await Promise.race([measure(), failed])
  } finally {
    for (const worker of workers) await worker.terminate()
  }
}
