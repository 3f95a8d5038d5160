import type { CampaignStatistics } from '#contracts/campaigns.ts'
import type { Context } from '../../../context.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { priceOf } from '../../billing/money/prices.ts'
import { moneyQueries } from '../../billing/money/queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { heldFor } from '../charge.ts'
import { daysOf } from './days.ts'
import { turnQueries } from './lead-queries.ts'
import type { CampaignRow } from './queries.ts'
import { sumQueries } from './sum-queries.ts'

/** Results of a campaign so far. */
export function statisticsOf(
  context: Pick<Context, 'db' | 'now'>,
  campaign: CampaignRow,
): CampaignStatistics {
  const { db } = context
  const sums = sumQueries(db)
  const { calls, finished, answered, talked, voicemails, goals, average, cost } =
    sums.calls(campaign)
  return {
    leads: Object.fromEntries(sums.leads(campaign.id).map(({ status, count }) => [status, count])),
    calls,
    answered,
    voicemails,
    goals,
    answer_rate: finished === 0 ? null : talked / finished,
    average_duration: average,
    total_cost: toDollars(cost),
    days: daysOf(context, campaign),
  }
}

/** Expected cost of starting a campaign, US dollars. */
export function estimateOf({ db }: Pick<Context, 'db'>, campaign: CampaignRow) {
  const { id, user_id } = campaign
  const assistant = assistantQueries(db).byId(campaign.assistant_id)!
  const known = new Map<string, number | null>()
  let unpriced = 0
  let round = 0
  const numbers = turnQueries(db).waitingNumbers(id)
  for (const number of numbers) {
    const country = parseNumber(number)?.country
    const price = country === undefined ? null : (priceOf(db, country)?.call ?? null)
    if (country !== undefined) known.set(country, price)
    if (price === null) unpriced += 1
    else round += price
  }
  const prices = [...new Set(known.values())]
    .filter((price) => price !== null)
    .sort((one, other) => one - other)
  const dearest = prices.at(-1) ?? 0
  const { max_duration } = assistant
  return {
    open_leads: numbers.length,
    unpriced_leads: unpriced,
    minute_prices: prices.map(toDollars),
    reserved: toDollars(heldFor({ id, user_id, minute_price: dearest, max_duration })),
    first_round: toDollars(round),
    balance: toDollars(moneyQueries(db).balance(user_id)),
  }
}
