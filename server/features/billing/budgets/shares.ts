import { fromDollars } from '../../platform/values/dollars.ts'
import type { AssistantLimits, Share } from './queries.ts'

/** Payer of a model call: the budgets it counts against. */
export interface Payer {
  readonly userId: number
  /** Undefined for a draft without an assistant. */
  readonly assistantId: number | null
  /** Undefined where nothing is stored, as in the playground. */
  readonly conversationId: number | null
  readonly visitorId: number | null
}

/** A share with its limit, micro-dollars; null for unlimited. */
export interface LimitedShare extends Share {
  readonly limit: number | null
}

/** Limits of the payer's assistant and account. */
interface Limits {
  readonly assistant: AssistantLimits | undefined
  /** Micro-dollars. */
  readonly month: number | null
}

/** The budgets that a call draws on, in the order in which they are checked. */
export function sharesOf(payer: Payer, { assistant, month }: Limits, now: Date): LimitedShare[] {
  const account: LimitedShare = { ...accountShare(payer.userId, now), limit: month }
  if (!assistant) return [account]
  const { conversationId } = payer
  const ofConversation: LimitedShare[] =
    conversationId === null
      ? []
      : [
          {
            scope: 'visitor',
            subject: visitorOf(payer, conversationId),
            period: dayOf(now, assistant.timezone),
            limit: inMicro(assistant.budget_per_visitor_day),
          },
          {
            scope: 'conversation',
            subject: String(conversationId),
            period: '',
            limit: inMicro(assistant.budget_per_conversation),
          },
        ]
  const ofDay = { ...assistantShare(assistant, now), limit: inMicro(assistant.budget_per_day) }
  return [...ofConversation, ofDay, account]
}

/** Budget owner of a conversation without a known visitor, such as one held by a program through the API. */
const visitorOf = ({ assistantId, visitorId }: Payer, conversationId: number): string =>
  `${assistantId}:${visitorId === null ? `conversation ${conversationId}` : visitorId}`

/** An assistant's day, by its own timezone. */
export const assistantShare = (
  { id, timezone }: Pick<AssistantLimits, 'id' | 'timezone'>,
  now: Date,
): Share => ({ scope: 'assistant', subject: String(id), period: dayOf(now, timezone) })

/** An account's month, in UTC because its assistants may be in different timezones. */
export const accountShare = (userId: number, now: Date): Share => ({
  scope: 'account',
  subject: String(userId),
  period: now.toISOString().slice(0, 7),
})

/** Formatters are expensive to create, and there are few timezones. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** The local day of an instant, `YYYY-MM-DD`. */
export function dayOf(now: Date, timeZone: string): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  calendars.set(timeZone, calendar)
  return calendar.format(now)
}

const inMicro = (dollars: number | null): number | null =>
  dollars === null ? null : fromDollars(dollars)
