import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { campaignQueries } from './queries.ts'

/**
 * Has a campaign take its turn, now or at a time (ms since 1970) unless it does so before. One that is not in progress has
 * none.
 */
export function wakeCampaign(
  tx: Tx,
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  id: number,
  at = now().getTime(),
): void {
  if (campaignQueries(db).byId(id)?.status !== 'in-progress') return
  const lane = `campaign:${id}`
  jobs.hasten(tx, {
    kind: 'campaign.run',
    payload: { campaign_id: id },
    lane,
    runAt: new Date(at),
  })
}
