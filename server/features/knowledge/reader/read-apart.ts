import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Report } from './document-worker.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageMarkup } from './page-markup.ts'
import type { Passage } from './passages.ts'
import type { Source } from './read.ts'
import { Unreadable } from './unreadable.ts'

type Needs = Pick<Context, 'sleep' | 'config' | 'log'>

/** Next to this file, in source and in the build. */
const WORKER = path.join(
  import.meta.dirname,
  `document-worker${path.extname(import.meta.filename)}`,
)

/** Interval of memory checks, ms. */
const CHECK_INTERVAL_MS = 50

const DAMAGED = fault('document_damaged')
const TOO_LARGE = fault('document_too_large')

/**
 * Reads a document in its own thread, which is terminated if it takes too much time or memory.
 * @throws Unreadable if there is nothing in it to answer from, or a limit is exceeded
 */
export async function readInWorker(
  context: Needs,
  source: Source,
  stopping: AbortSignal,
  onFacts: (facts: PageFacts) => void = () => undefined,
): Promise<Passage[]> {
  const passages: Passage[] = []
  await runWorker(context, source, stopping, (report) => {
    if (report.type === 'passages') passages.push(...report.passages)
    if (report.type === 'facts') onFacts(report.facts)
  })
  return passages
}

/**
 * Reads the elements of a page in its own thread, within the same limits.
 * @throws Unreadable if a limit is exceeded
 */
export async function readMarkup(
  context: Needs,
  bytes: Uint8Array<ArrayBuffer>,
  stopping: AbortSignal,
): Promise<PageMarkup> {
  let markup: PageMarkup = { elements: [], comments: [] }
  const source = { kind: 'html' as const, bytes, title: '', maxPassages: 0, onlyMarkup: true }
  await runWorker(context, source, stopping, (report) => {
    if (report.type === 'markup') markup = report.markup
  })
  return markup
}

async function runWorker(
  context: Needs,
  source: Source,
  stopping: AbortSignal,
  onReport: (report: Report) => void,
): Promise<void> {
  const { documentMs, documentMemoryBytes } = context.config.limits
  const worker = new Worker(WORKER, {
    workerData: source,
    // A parser needs neither the keys in our environment nor our output.
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    // Above our own limit: a thread that hits this one between two checks may take the process down.
    resourceLimits: { maxOldGenerationSizeMb: (4 * documentMemoryBytes) / 1024 / 1024 },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const ended = new AbortController()
  try {
    await Promise.race([
      outcomeOf(worker, context, onReport),
      deadline(context, documentMs, ended.signal),
      watch(worker, context, documentMemoryBytes, ended.signal),
      aborted(stopping, ended.signal),
    ])
  } finally {
    ended.abort()
    await worker.terminate()
  }
}

function outcomeOf(
  worker: Worker,
  { log }: Needs,
  onReport: (report: Report) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (report: Report) => {
      if (report.type === 'read') resolve()
      else if (report.type === 'unreadable') reject(new Unreadable(report.reason))
      else onReport(report)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      log.warn({ err: error }, 'the reading of a document broke off')
      reject(new Unreadable(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : DAMAGED))
    })
    worker.once('exit', () => reject(new Unreadable(DAMAGED)))
  })
}

async function deadline({ sleep }: Needs, ms: number, ended: AbortSignal): Promise<never> {
  await sleep(ms, ended)
  throw new Unreadable(fault('reading_too_slow', { seconds: ms / 1000 }))
}

async function watch(
  worker: Worker,
  { sleep }: Needs,
  maxBytes: number,
  ended: AbortSignal,
): Promise<never> {
  for (;;) {
    await sleep(CHECK_INTERVAL_MS, ended)
    // A terminated thread has already reported its error.
    const memory = await worker.getHeapStatistics().catch(() => undefined)
    if (memory && memory.used_heap_size + memory.external_memory > maxBytes)
      throw new Unreadable(TOO_LARGE)
  }
}

function aborted(stopping: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    stopping.throwIfAborted()
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true, signal: ended })
  })
}
