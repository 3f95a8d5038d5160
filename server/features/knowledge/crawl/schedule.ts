import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'

const DAY = 86_400_000

/** Time of the next scheduled crawl, ms since 1970; null without a schedule. */
export function nextCrawlAt(schedule: CrawlSchedule, now: Date): number | null {
  if (schedule === 'never') return null
  if (schedule === 'daily') return now.getTime() + DAY
  if (schedule === 'weekly') return now.getTime() + 7 * DAY
  const next = new Date(now)
  next.setUTCMonth(next.getUTCMonth() + 1)
  // In a month without a 31st, use its last day, not the first of the next month.
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0)
  return next.getTime()
}

/** Schedules the next crawl of a website. */
export function planCrawl(
  tx: Tx,
  { jobs }: Pick<Context, 'jobs'>,
  documentId: number,
  at: number | null,
) {
  if (at === null) return
  jobs.add(tx, {
    kind: 'document.crawl_again',
    payload: { document_id: documentId, at },
    runAt: new Date(at),
  })
}
