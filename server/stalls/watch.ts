import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'

/** A period in which the event loop was blocked. */
export interface Stall {
  readonly ms: number
  /** The call stack, innermost first: `name (file:line)`; empty without a watching thread. */
  readonly stack: readonly string[]
}

/** Data of the watching thread. */
export interface Watched {
  /** A counter incremented by each beat. */
  readonly beats: Int32Array
  /** Shortest stall to report, ms. */
  readonly longMs: number
}

const MIN_STALL_MS = 200
const BEAT_MS = 50

/** Next to this file, both in source and in the build. */
const WORKER = path.join(import.meta.dirname, `stall-worker${path.extname(import.meta.filename)}`)

/**
 * Logs every stall of this process's event loop: the first with its duration, later ones with the blocking stack too.
 * The watching thread (12 MB) only starts after the first stall.
 * @returns a function that stops watching
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
    if (worker || ms < MIN_STALL_MS) return
    report({ ms, stack: [] })
    worker = startWorker({ beats, longMs: MIN_STALL_MS })
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
