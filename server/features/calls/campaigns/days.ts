import { type DayResults, MAX_CAMPAIGN_DAYS } from '#contracts/campaigns.ts'
import type { Context } from '../../../context.ts'
import { SLOT_MS } from '../../../db/tallies.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { dayAt, plusDays, startOf } from '../../platform/values/local-days.ts'
import type { CampaignRow } from './queries.ts'
import { type SlotSums, sumQueries } from './sum-queries.ts'

/** Results of a campaign by day in its timezone, from its first day with calls to its last one. */
export function daysOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  campaign: CampaignRow,
): DayResults[] {
  const { timezone } = campaign
  const first = plusDays(dayAt(now().getTime(), timezone), 1 - MAX_CAMPAIGN_DAYS)
  const slots = sumQueries(db).slots(campaign, startOf(first, timezone))
  const days: DayResults[] = []
  const [earliest] = slots
  if (!earliest) return days
  let day = dayAt(earliest.slot * SLOT_MS, timezone)
  for (let left = slots; left.length > 0; day = plusDays(day, 1)) {
    const end = startOf(plusDays(day, 1), timezone) / SLOT_MS
    const count = left.findIndex(({ slot }) => slot >= end)
    const own = count < 0 ? left : left.slice(0, count)
    days.push(dayFrom(day, own))
    left = left.slice(own.length)
  }
  return days
}

function dayFrom(day: string, slots: readonly SlotSums[]): DayResults {
  const sum = (of: (slot: SlotSums) => number) => slots.reduce((total, slot) => total + of(slot), 0)
  return {
    day,
    calls: sum(({ calls }) => calls),
    answered: sum(({ answered }) => answered),
    voicemails: sum(({ voicemails }) => voicemails),
    goals: sum(({ goals }) => goals),
    cost: toDollars(sum(({ cost }) => cost)),
  }
}
