import type { JobHandler } from '../../jobs/worker.ts'
import { CRAWL, crawlAgain } from './crawl/control.ts'
import { CRAWL_AGAIN } from './crawl/schedule.ts'
import { crawlStep } from './crawl/step.ts'
import { EMBED, embedPassages } from './embed.ts'
import { PROCESS, processDocument } from './process.ts'
import { SWEEP, sweep } from './remove.ts'

/** The jobs of knowledge bases: reading documents, and clearing away what is left of deleted ones. */
export function knowledgeJobs(
  context: Parameters<typeof processDocument>[0] &
    Parameters<typeof crawlStep>[0] &
    Parameters<typeof embedPassages>[0],
): Record<string, JobHandler> {
  return {
    [PROCESS]: (payload, signal) => processDocument(context, documentIn(payload), signal),
    [CRAWL]: (payload, signal) =>
      crawlStep(context, payload as { document_id: number; run: number }, signal),
    [CRAWL_AGAIN]: (payload) =>
      crawlAgain(context, documentIn(payload), (payload as { at: number }).at),
    [EMBED]: (_payload, signal) => embedPassages(context, signal),
    [SWEEP]: (payload) => sweep(context, documentIn(payload)),
  }
}

const documentIn = (payload: unknown): number => (payload as { document_id: number }).document_id
