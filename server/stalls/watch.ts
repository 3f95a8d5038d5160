import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'

/** A time in which the event loop did not turn: nobody was answered. */
export interface Stall {
  readonly ms: number
  /** Functions that ran, the innermost first: `name (file:line)`; empty where nobody had watched. */
  readonly stack: readonly string[]
}

/** Data of the thread that watches. */
export interface Watched {
  /** A counter that goes up with each beat. */
  readonly beats: Int32Array
  /** Stalls shorter than this are not worth a line, ms. */
  readonly longMs: number
}

const LONG_MS = 200
const BEAT_MS = 50

/** Beside this file, in source and in the build alike. */
const WORKER = path.join(import.meta.dirname, `stall-worker${path.extname(import.meta.filename)}`)

/**
 * Logs every stall of the event loop of this process: the first with its length, those after it with the stack that caused
 * them too, which takes a thread (12 MB) that a server without stalls does without.
 * @returns what ends the watch
 */
export function watchStalls(log: () => Logger): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let worker: Worker | undefined
  let beatAt = performance.now()
  const report = ({ ms, stack }: Stall) =>
    log().warn({ stall_ms: ms, stack }, 'the event loop stood still')
  const beating = setInterval(beat, BEAT_MS).unref()

  function beat(): void {
    Atomics.add(beats, 0, 1)
    const ms = Math.round(performance.now() - beatAt)
    beatAt += ms
    if (worker || ms < LONG_MS) return
    report({ ms, stack: [] })
    worker = startWorker({ beats, longMs: LONG_MS })
    worker.on('message', report)
    worker.on('error', (error) => log().warn({ err: error }, 'stalls are not watched any more'))
  }

  return async () => {
    clearInterval(beating)
    await worker?.terminate()
  }
}

function startWorker(workerData: Watched): Worker {
  const worker = new Worker(WORKER, {
    workerData,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  worker.unref()
  return worker
}
