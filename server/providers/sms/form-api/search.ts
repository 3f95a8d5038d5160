import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../../http/guarded-fetch.ts'
import type { Found, QuestionedSms } from '../provider.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { foundOf, type Shown, sidIn } from './message.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Largest distance between the send time and the time in the provider's list, ms. */
const WINDOW_MS = 10 * MINUTE_MS

/** A list may be behind: what is not in it is not believed to be absent before a message is this old, ms. */
const LISTED_MS = 4 * MINUTE_MS

/** Asks for a message whose sid never arrived: by numbers, day, text and time. */
export async function searchFormApi(
  context: FormApiNeeds,
  account: FormApiAccount,
  message: QuestionedSms,
  signal: AbortSignal,
): Promise<Found> {
  const response = await callFormApi(context, account, { path: pathOf(message), signal })
  const { messages, next_page_uri: more } = (response.status === 200 && objectIn(response)) || {}
  if (!Array.isArray(messages)) return { result: 'unclear', error: reasonOf(response) }
  const age = context.now().getTime() - message.createdAt
  // Its clock and ours may differ; how long ago something was is the same on both.
  const sentAt = timeOf(response, context.now()) - age
  const found = (messages as Shown[])
    .filter((shown) => isThis(shown, message))
    .map((shown) => ({ shown, away: Math.abs(Date.parse(String(shown['date_created'])) - sentAt) }))
    .filter(({ away }) => away <= WINDOW_MS)
    .sort((a, b) => a.away - b.away)[0]
  if (found) return foundOf(found.shown, account)
  if (more) return { result: 'unclear', error: fault('sms_list_too_long') }
  if (age < LISTED_MS) return { result: 'unclear', error: fault('sms_not_listed') }
  return { result: 'absent' }
}

function pathOf({ from, to, createdAt }: QuestionedSms): string {
  // A day earlier: the day there may be another one.
  const day = new Date(createdAt - DAY_MS).toISOString().slice(0, 10)
  const query = new URLSearchParams({ To: to, From: from, 'DateSent>': day, PageSize: '1000' })
  return `/Messages.json?${query}`
}

function isThis(shown: Shown, { from, to, body, isTaken }: QuestionedSms): boolean {
  const sid = sidIn(shown)
  const isSame = shown['to'] === to && shown['from'] === from && shown['body'] === body
  // What comes in stands in the same list.
  const isOutgoing = String(shown['direction'] ?? 'outbound').startsWith('outbound')
  return isSame && isOutgoing && sid !== undefined && !isTaken(sid)
}

function timeOf({ headers }: GuardedResponse, now: Date): number {
  const time = Date.parse(headers.date ?? '')
  return Number.isNaN(time) ? now.getTime() : time
}

const reasonOf = ({ status }: GuardedResponse): Fault =>
  status === 200 ? fault('sms_answer_broken') : fault('sms_provider_status', { status })
