import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../http/guarded-fetch.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { type ProviderRecord, sidIn } from './shown.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Maximum distance between the send time and the time in the provider's list, ms. */
const WINDOW_MS = 10 * MINUTE_MS

/** Lists may lag: a missing record only counts as absent once it would be this old, ms. */
const LISTED_MS = 4 * MINUTE_MS

/** Search criteria for a record whose sid never arrived. */
export interface SearchCriteria {
  /** List to search, such as `Messages`. */
  readonly list: string
  readonly to: string
  readonly from: string
  /** Date filter of the list, such as `DateSent>`. */
  readonly since: string
  /** ms since 1970. */
  readonly createdAt: number
  /** Reports whether another record in the database already has this sid. */
  readonly isTaken: (sid: string) => boolean
  /** Distinguishes it from other records between the same numbers; without it, any of them matches. */
  readonly isThis?: (shown: ProviderRecord) => boolean
}

/** Result of the search. */
export type Search =
  | { readonly result: 'found'; readonly shown: ProviderRecord }
  /** No such record: it was never created. */
  | { readonly result: 'absent' }
  /** The provider cannot be reached, or the record may not be listed yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** Searches for a record whose sid never arrived, by numbers, day and time. */
export async function searchFormApi(
  context: FormApiNeeds,
  account: FormApiAccount,
  criteria: SearchCriteria,
  signal: AbortSignal,
): Promise<Search> {
  const response = await callFormApi(context, account, { path: pathOf(criteria), signal })
  const answer = (response.status === 200 && objectIn(response)) || {}
  const { [criteria.list.toLowerCase()]: records, next_page_uri: more } = answer
  if (!Array.isArray(records)) return { result: 'unclear', error: reasonOf(response) }
  const age = context.now().getTime() - criteria.createdAt
  // Clocks may differ between us and the provider, but the record's age does not.
  const sentAt = timeOf(response, context.now()) - age
  const found = (records as ProviderRecord[])
    .filter((shown) => isSought(shown, criteria))
    .map((shown) => ({ shown, away: Math.abs(Date.parse(String(shown['date_created'])) - sentAt) }))
    .filter(({ away }) => away <= WINDOW_MS)
    .sort((a, b) => a.away - b.away)[0]
  if (found) return { result: 'found', shown: found.shown }
  if (more) return { result: 'unclear', error: fault('sms_list_too_long') }
  if (age < LISTED_MS) return { result: 'unclear', error: fault('sms_not_listed') }
  return { result: 'absent' }
}

function pathOf({ list, from, to, since, createdAt }: SearchCriteria): string {
  // One day earlier, in case the provider's date differs.
  const day = new Date(createdAt - DAY_MS).toISOString().slice(0, 10)
  const query = new URLSearchParams({ To: to, From: from, [since]: day, PageSize: '1000' })
  return `/${list}.json?${query}`
}

function isSought(
  shown: ProviderRecord,
  { from, to, isTaken, isThis = () => true }: SearchCriteria,
): boolean {
  const sid = sidIn(shown)
  const isBetween = shown['to'] === to && shown['from'] === from
  // The list also contains incoming records.
  const isOutgoing = String(shown['direction'] ?? 'outbound').startsWith('outbound')
  return isBetween && isOutgoing && sid !== undefined && !isTaken(sid) && isThis(shown)
}

function timeOf({ headers }: GuardedResponse, now: Date): number {
  const time = Date.parse(headers.date ?? '')
  return Number.isNaN(time) ? now.getTime() : time
}

const reasonOf = ({ status }: GuardedResponse): Fault =>
  status === 200 ? fault('sms_answer_broken') : fault('sms_provider_status', { status })
