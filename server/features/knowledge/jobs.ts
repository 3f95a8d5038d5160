import type { JobHandler } from '../../jobs/worker.ts'
import { PROCESS, processDocument } from './process.ts'
import { SWEEP, sweep } from './remove.ts'

/** The jobs of knowledge bases: reading documents, and clearing away what is left of deleted ones. */
export function knowledgeJobs(
  context: Parameters<typeof processDocument>[0],
): Record<string, JobHandler> {
  return {
    [PROCESS]: (payload, signal) => processDocument(context, documentIn(payload), signal),
    [SWEEP]: (payload) => sweep(context, documentIn(payload)),
  }
}

const documentIn = (payload: unknown): number => (payload as { document_id: number }).document_id
