import { parentPort, workerData } from 'node:worker_threads'
import type { Fault, ReasonCode } from '#contracts/faults.ts'
import type { PageFacts } from './page-facts.ts'
import type { Passage } from './passages.ts'
import { factsOf, read, type Source } from './read.ts'
import { Unreadable } from './unreadable.ts'

/*
 * Reads one document in a thread of its own, where a file that is made to hang or to grow without end harms nobody:
 * whoever started the thread watches and ends it (`read-apart.ts`).
 */

/** Messages of the thread: batches of passages, then the result. */
export type Report =
  | { readonly type: 'passages'; readonly passages: readonly Passage[] }
  | { readonly type: 'facts'; readonly facts: PageFacts }
  | { readonly type: 'read' }
  | { readonly type: 'unreadable'; readonly reason: Fault<ReasonCode> }

/** Passages of one message: few enough that taking it in holds nobody up. */
const BATCH = 500

async function run(): Promise<Report> {
  try {
    const source = workerData as Source
    // Before the text: also a page without any leads somewhere.
    const facts = await factsOf(source)
    if (facts) tell({ type: 'facts', facts })
    const passages = await read(source)
    for (let from = 0; from < passages.length; from += BATCH) {
      tell({ type: 'passages', passages: passages.slice(from, from + BATCH) })
    }
    return { type: 'read' }
  } catch (error) {
    if (error instanceof Unreadable) return { type: 'unreadable', reason: error.fault }
    throw error
  }
}

function tell(report: Report): void {
  parentPort?.postMessage(report)
}

tell(await run())
