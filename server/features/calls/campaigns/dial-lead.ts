import { isCallingTime } from '#contracts/calling-hours.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { moneyQueries } from '../../billing/money/queries.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { heldFor } from '../charge.ts'
import { doNotCallQueries } from '../do-not-call/queries.ts'
import { routeOf } from '../outbound.ts'
import { placeCall } from '../place.ts'
import { hoursOf } from './fields.ts'
import { type LeadRow, turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'

/** Shortest time between two new calls of a campaign, ms. */
export const PACE_MS = 1000

/** A number of a lead that can be called, with what that takes. */
export interface Target {
  /** The lead itself or one of its contacts. */
  readonly row: LeadRow
  /** Micro-dollars. */
  readonly minutePrice: number
  readonly provider: string
  /** E.164; undefined for that of the assistant. */
  readonly from: string | undefined
}

/** Reasons why a number cannot be called: it never can, somebody asked not to be, or there is no money left for it. */
export type Obstacle = 'unreachable' | 'refused' | 'unpaid'

/** Errors that concern a number and not the account. */
const UNREACHABLE = new Set(['destination_unsupported', 'call_country_not_allowed'])

/** Checks whether a number of a lead can be called; nothing is written. */
export function targetOf(
  context: Context,
  campaign: CampaignRow,
  assistant: AssistantWithLanguage,
  row: LeadRow,
): Target | Obstacle {
  const { db } = context
  if (doNotCallQueries(db).has(campaign.user_id, row.phone_number)) return 'refused'
  const number = parseNumber(row.phone_number)
  if (!number) return 'unreachable'
  const pool = campaignQueries(db).numbers(campaign.id)
  const own = pool[campaign.calls_placed % pool.length]
  try {
    const route = routeOf(context, assistant, number, own?.id)
    return isPaid(context, assistant, route.minutePrice)
      ? { row, ...route, from: own?.phone_number }
      : 'unpaid'
  } catch (error) {
    if (error instanceof AppError && UNREACHABLE.has(error.code)) return 'unreachable'
    if (error instanceof AppError && error.code === 'speech_unpaid') return 'unpaid'
    throw error
  }
}

/** Reports whether the longest possible call can be set aside. */
function isPaid(
  { db }: Pick<Context, 'db'>,
  { id, user_id, max_duration }: AssistantWithLanguage,
  minute_price: number,
): boolean {
  return moneyQueries(db).balance(user_id) >= heldFor({ id, user_id, minute_price, max_duration })
}

/** The first contact of a lead from a place on that can be called; the obstacle when only money is missing. */
export function contactFrom(
  context: Context,
  campaign: CampaignRow,
  assistant: AssistantWithLanguage,
  { leadId, position }: { readonly leadId: number; readonly position: number },
): Target | { readonly unpaid: LeadRow } | undefined {
  for (const row of turnQueries(context.db).contacts(leadId, Math.max(1, position))) {
    const target = targetOf(context, campaign, assistant, row)
    if (target === 'unpaid') return { unpaid: row }
    if (typeof target === 'object') return target
  }
  return undefined
}

/** Reports whether a campaign may place a call right now: its hours, its calls at once, its pace. */
export function mayDial({ db, now }: Pick<Context, 'db' | 'now'>, campaign: CampaignRow): boolean {
  return (
    campaign.status === 'in-progress' &&
    isCallingTime(hoursOf(campaign), now().getTime()) &&
    hasLine(db, campaign) &&
    paceUntil(campaign) <= now().getTime()
  )
}

/** Reports whether fewer calls of a campaign go on than may. */
export function hasLine(db: Context['db'], campaign: CampaignRow): boolean {
  const live = campaignQueries(db).liveCalls(campaign.user_id, campaign.id)
  return live.length < campaign.max_calls_in_parallel
}

/** Earliest time of the next new call, ms since 1970. */
export const paceUntil = ({ last_dialled_at }: CampaignRow): number =>
  last_dialled_at === null ? 0 : last_dialled_at + PACE_MS

/**
 * Writes the call of a lead that has been taken, and asks for it to be dialled, on the same way as every call. The lead, the
 * money and the call are one commit.
 */
export function dialTarget(
  tx: Tx,
  context: Context,
  { campaign, assistant, lead, target }: Dialling,
): void {
  const { db, now } = context
  const { row, minutePrice, provider, from } = target
  const own = JSON.parse(lead.variables) as JsonObject
  const ofContact = row.id === lead.id ? {} : (JSON.parse(row.variables) as JsonObject)
  placeCall(tx, context, {
    assistant,
    type: 'outbound',
    customer: row.phone_number,
    variables: { ...own, ...ofContact },
    minutePrice,
    provider,
    campaignId: campaign.id,
    leadId: lead.id,
    ...(from !== undefined && { from }),
  })
  campaignQueries(db).dialled(tx, campaign.id, now())
  if (row.id !== lead.id) turnQueries(db).setContact(tx, row.id, 'processing', now().getTime())
}

interface Dialling {
  readonly campaign: CampaignRow
  readonly assistant: AssistantWithLanguage
  readonly lead: LeadRow
  readonly target: Target
}
