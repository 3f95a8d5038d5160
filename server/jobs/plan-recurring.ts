import { recurringJobs } from '#contracts/jobs.ts'
import type { Write } from '../db/write.ts'
import type { JobQueue } from './queue.ts'

/** Adds the recurring jobs that are missing from the queue. */
export async function planRecurring(jobs: JobQueue, write: Write): Promise<void> {
  await write((tx) => {
    for (const kind of recurringJobs) {
      if (jobs.count(kind) === 0) jobs.add(tx, { kind, payload: {} })
    }
  })
}
