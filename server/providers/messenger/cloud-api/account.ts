import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { type CloudAccount, type CloudFailure, type CloudNeeds, callCloud } from './call.ts'

/** A number as the service knows it. */
export interface CloudIdentity {
  /** As the service writes it, such as `+1 555-078-3881`. */
  readonly number: string
  readonly name: string
  readonly quality: 'GREEN' | 'YELLOW' | 'RED'
  /** Recipients within 24 hours; null without a limit. */
  readonly limit: number | null
}

const Phone = z.object({
  id: z.string(),
  display_phone_number: z.string().max(50),
  verified_name: z.string().max(500).optional(),
  quality_rating: z.string().optional(),
  messaging_limit_tier: z.string().optional(),
})

const FIELDS = 'id,display_phone_number,verified_name,quality_rating,messaging_limit_tier'

/** Verifies a number's token by asking who it is; nothing is sent to anyone. */
export async function identifyNumber(
  context: CloudNeeds,
  account: CloudAccount,
  signal?: AbortSignal,
): Promise<{ readonly identity: CloudIdentity } | { readonly failure: CloudFailure }> {
  const answer = await callCloud(context, account, {
    path: `/${account.phoneId}?fields=${FIELDS}`,
    signal,
  })
  if (answer.failure) return answer
  const { data } = Phone.safeParse(answer.result)
  if (data?.id !== account.phoneId)
    return { failure: { kind: 'unknown', reason: fault('cloud_api_foreign') } }
  return {
    identity: {
      number: data.display_phone_number,
      name: data.verified_name ?? '',
      quality: qualityOf(data.quality_rating),
      limit: limitOf(data.messaging_limit_tier),
    },
  }
}

/**
 * Has the service report what happens in the business account to the app of the token.
 * @returns why it does not; undefined if it does
 */
export async function subscribe(
  context: CloudNeeds,
  account: CloudAccount,
): Promise<CloudFailure | undefined> {
  const path = `/${account.businessId}/subscribed_apps`
  return (await callCloud(context, account, { path, method: 'POST' })).failure
}

/** A number without enough messages has no rating yet. */
const qualityOf = (rating: string | undefined): CloudIdentity['quality'] =>
  rating === 'YELLOW' || rating === 'RED' ? rating : 'GREEN'

/** Recipients of a tier, such as `TIER_1K`. */
function limitOf(tier: string | undefined): number | null {
  const [, count, thousand] = /^TIER_(\d+)(K)?$/.exec(tier ?? '') ?? []
  return count === undefined ? null : Number(count) * (thousand ? 1000 : 1)
}
