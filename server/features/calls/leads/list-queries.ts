import type { LeadStatus } from '#contracts/lead-status.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Slice } from '../../../http/pagination.ts'
import { LEAD_WITH_CAMPAIGN, type LeadRow } from './queries.ts'

/** Filter of the list. A campaign must be one of the account's. */
export interface LeadFilter {
  readonly campaignId?: number | undefined
  readonly status?: LeadStatus | undefined
  /** Part of the number; empty for any. */
  readonly digits: string
  /** A period in ms since 1970; `to` is exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Index and condition for each pair of filters that an index holds. */
const PLANS = {
  all: ['leads_by_user', 'leads.user_id = :userId'],
  status: ['leads_by_status', 'leads.user_id = :userId AND leads.status = :status'],
  campaign: ['leads_by_campaign', 'leads.campaign_id = :campaignId'],
  both: ['leads_by_campaign_status', 'leads.campaign_id = :campaignId AND leads.status = :status'],
} as const

/** The leads of an account, newest first; contacts are no rows of it. */
export const leadListQueries = oncePerDb((sql) => {
  function statementsOf([index, own]: (typeof PLANS)[keyof typeof PLANS]) {
    // Forced, so that table statistics can never lead to a different plan.
    const where = `
      ${own} AND leads.parent_id IS NULL
      AND (:digits = '' OR instr(leads.phone_number, :digits) > 0)
      AND (:from IS NULL OR leads.created_at >= :from) AND (:to IS NULL OR leads.created_at < :to)
    `
    const rows = LEAD_WITH_CAMPAIGN.replace('FROM leads', `FROM leads INDEXED BY ${index}`)
    return {
      count: sql
        .read<[object], number>(`SELECT count(*) FROM leads INDEXED BY ${index} WHERE ${where}`)
        .pluck(),
      page: sql.read<[object], LeadRow>(
        `${rows} WHERE ${where} ORDER BY leads.id DESC LIMIT :limit OFFSET :offset`,
      ),
      before: sql.read<[object], LeadRow>(
        `${rows} WHERE ${where} AND leads.id < :id ORDER BY leads.id DESC LIMIT :limit`,
      ),
    }
  }
  const plans = {
    all: statementsOf(PLANS.all),
    status: statementsOf(PLANS.status),
    campaign: statementsOf(PLANS.campaign),
    both: statementsOf(PLANS.both),
  }

  return (userId: number, { campaignId, status, digits, from, to }: LeadFilter) => {
    const values = {
      userId,
      digits,
      campaignId: campaignId ?? null,
      status: status ?? null,
      from: from ?? null,
      to: to ?? null,
    }
    const ofStatus = status === undefined ? plans.all : plans.status
    const inCampaign = status === undefined ? plans.campaign : plans.both
    const { count, page, before } = campaignId === undefined ? ofStatus : inCampaign
    return {
      total: count.get(values)!,
      rows: (slice: Slice) => page.all({ ...values, ...slice }),
      /** All rows in slices; what is added or deleted meanwhile neither repeats nor skips others. */
      *slices(limit: number): Generator<LeadRow[]> {
        let id = Number.MAX_SAFE_INTEGER
        for (;;) {
          const rows = before.all({ ...values, id, limit })
          if (rows.length > 0) yield rows
          if (rows.length < limit) return
          id = rows.at(-1)!.id
        }
      },
    }
  }
})
