import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Checked } from './check.ts'
import type { Task } from './work.ts'

/** Next to this file, in source and in the build. */
const WORKER = path.join(import.meta.dirname, `copy-worker${path.extname(import.meta.filename)}`)

/** Runs a task in a worker thread; rejects when the signal reports that the server is stopping. */
export async function runInWorker(task: Task, stopping?: AbortSignal): Promise<Checked> {
  stopping?.throwIfAborted()
  const worker = new Worker(WORKER, { workerData: task, env: {}, argv: [], execArgv: [] })
  const stop = () => void worker.terminate()
  stopping?.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<Checked>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(stopping?.reason ?? new Error('The copy broke off')))
    })
  } finally {
    stopping?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
