import type { JobHandlers } from '../../jobs/worker.ts'
import { crawlAgain } from './crawl/control.ts'
import { crawlStep } from './crawl/step.ts'
import { embedPassages } from './embed.ts'
import { removeFileOf } from './kept-file.ts'
import { processDocument } from './process.ts'
import { sweep } from './remove.ts'

/** Jobs of knowledge bases: reading documents, and cleaning up after deleted ones. */
export function knowledgeJobs(
  context: Parameters<typeof processDocument>[0] &
    Parameters<typeof crawlStep>[0] &
    Parameters<typeof embedPassages>[0],
) {
  return {
    'document.process': async ({ document_id }, signal) =>
      processDocument(context, document_id, signal),
    'document.crawl': (payload, signal) => crawlStep(context, payload, signal),
    'document.crawl_again': async ({ document_id, at }) => crawlAgain(context, document_id, at),
    'knowledge.embed': async (_payload, signal) => embedPassages(context, signal),
    'document.sweep': async ({ document_id }) => {
      await sweep(context, document_id)
      await removeFileOf(context, document_id)
    },
  } satisfies Partial<JobHandlers>
}
