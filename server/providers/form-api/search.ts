import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../http/guarded-fetch.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { type Shown, sidIn } from './shown.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Largest distance between the send time and the time in the provider's list, ms. */
const WINDOW_MS = 10 * MINUTE_MS

/** A list may be behind: what is not in it is not believed to be absent before it is this old, ms. */
const LISTED_MS = 4 * MINUTE_MS

/** A record of a provider that is looked for, because its sid never arrived. */
export interface Sought {
  /** List that it is in, such as `Messages`. */
  readonly list: string
  readonly to: string
  readonly from: string
  /** Filter of the list by day, such as `DateSent>`. */
  readonly since: string
  /** ms since 1970. */
  readonly createdAt: number
  /** Reports whether another record of Parley's already has this sid. */
  readonly isTaken: (sid: string) => boolean
  /** Tells it from others between the same numbers; any of them without it. */
  readonly isThis?: (shown: Shown) => boolean
}

/** Result of looking for it. */
export type Search =
  | { readonly result: 'found'; readonly shown: Shown }
  /** There is none: it was never begun. */
  | { readonly result: 'absent' }
  /** The provider cannot be asked now, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** Asks for a record whose sid never arrived: by numbers, day and time. */
export async function searchFormApi(
  context: FormApiNeeds,
  account: FormApiAccount,
  sought: Sought,
  signal: AbortSignal,
): Promise<Search> {
  const response = await callFormApi(context, account, { path: pathOf(sought), signal })
  const answer = (response.status === 200 && objectIn(response)) || {}
  const { [sought.list.toLowerCase()]: records, next_page_uri: more } = answer
  if (!Array.isArray(records)) return { result: 'unclear', error: reasonOf(response) }
  const age = context.now().getTime() - sought.createdAt
  // Its clock and ours may differ; how long ago something was is the same on both.
  const sentAt = timeOf(response, context.now()) - age
  const found = (records as Shown[])
    .filter((shown) => isSought(shown, sought))
    .map((shown) => ({ shown, away: Math.abs(Date.parse(String(shown['date_created'])) - sentAt) }))
    .filter(({ away }) => away <= WINDOW_MS)
    .sort((a, b) => a.away - b.away)[0]
  if (found) return { result: 'found', shown: found.shown }
  if (more) return { result: 'unclear', error: fault('sms_list_too_long') }
  if (age < LISTED_MS) return { result: 'unclear', error: fault('sms_not_listed') }
  return { result: 'absent' }
}

function pathOf({ list, from, to, since, createdAt }: Sought): string {
  // A day earlier: the day there may be another one.
  const day = new Date(createdAt - DAY_MS).toISOString().slice(0, 10)
  const query = new URLSearchParams({ To: to, From: from, [since]: day, PageSize: '1000' })
  return `/${list}.json?${query}`
}

function isSought(shown: Shown, { from, to, isTaken, isThis = () => true }: Sought): boolean {
  const sid = sidIn(shown)
  const isBetween = shown['to'] === to && shown['from'] === from
  // What comes in stands in the same list.
  const isOutgoing = String(shown['direction'] ?? 'outbound').startsWith('outbound')
  return isBetween && isOutgoing && sid !== undefined && !isTaken(sid) && isThis(shown)
}

function timeOf({ headers }: GuardedResponse, now: Date): number {
  const time = Date.parse(headers.date ?? '')
  return Number.isNaN(time) ? now.getTime() : time
}

const reasonOf = ({ status }: GuardedResponse): Fault =>
  status === 200 ? fault('sms_answer_broken') : fault('sms_provider_status', { status })
