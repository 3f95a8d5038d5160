import { parentPort, workerData } from 'node:worker_threads'
import type { Fault, ReasonCode } from '#contracts/faults.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageMarkup } from './page-markup.ts'
import type { Passage } from './passages.ts'
import { factsOf, markupOf, read, type Source } from './read.ts'
import { Unreadable } from './unreadable.ts'

/*
 * Reads one document in its own thread, so that a file crafted to hang or exhaust memory harms nothing else: the parent
 * thread watches and terminates it (`read-apart.ts`).
 */

/** Messages of the thread: batches of passages, then the result. */
export type Report =
  | { readonly type: 'passages'; readonly passages: readonly Passage[] }
  | { readonly type: 'facts'; readonly facts: PageFacts }
  | { readonly type: 'markup'; readonly markup: PageMarkup }
  | { readonly type: 'read' }
  | { readonly type: 'unreadable'; readonly reason: Fault<ReasonCode> }

/** Passages per message: few enough for the parent to process without blocking. */
const BATCH = 500

async function run(): Promise<Report> {
  try {
    const source = workerData as Source
    const markup = await markupOf(source)
    if (markup) {
      post({ type: 'markup', markup })
      return { type: 'read' }
    }
    // Before the text: a page without text may still have links.
    const facts = await factsOf(source)
    if (facts) post({ type: 'facts', facts })
    const passages = await read(source)
    for (let from = 0; from < passages.length; from += BATCH) {
      post({ type: 'passages', passages: passages.slice(from, from + BATCH) })
    }
    return { type: 'read' }
  } catch (error) {
    if (error instanceof Unreadable) return { type: 'unreadable', reason: error.fault }
    throw error
  }
}

function post(report: Report): void {
  parentPort?.postMessage(report)
}

post(await run())
