import type { HomeNumbers } from '#contracts/home.ts'
import { formatMoney } from '../../format/numbers.ts'

/** Conversations that began, without the operators' own tests. */
export const chatsOf = ({ conversations: { widget, messenger, api } }: HomeNumbers): number =>
  widget + messenger + api

/** Calls of every kind but practice. */
export const talksOf = ({ calls: { inbound, outbound, web } }: HomeNumbers): number =>
  inbound + outbound + web

/** Whole minutes of calls. */
export const minutesOf = ({ call_seconds }: HomeNumbers): number => Math.round(call_seconds / 60)

/** Costs of models, calls and text messages, in dollars; models only when narrowed to an assistant. */
export const costOf = ({ cost, spent }: HomeNumbers): number =>
  Math.round((cost + (spent?.call ?? 0) + (spent?.sms ?? 0)) * 1_000_000) / 1_000_000

export const ratingsOf = ({ ratings }: HomeNumbers): number =>
  ratings.reduce((sum, count) => sum + count, 0)

/** Average of the ratings to one decimal; null where there are none. */
export function averageOf(numbers: HomeNumbers): number | null {
  const count = ratingsOf(numbers)
  if (count === 0) return null
  const sum = numbers.ratings.reduce((total, number, index) => total + number * (index + 1), 0)
  return Math.round((sum / count) * 10) / 10
}

/** Share of the conversations in which somebody asked that no person had to do with; null where nobody asked. */
export const aiShareOf = ({ asked, ai_handled }: HomeNumbers): number | null =>
  asked === 0 ? null : ai_handled / asked

/** A sum of money in whole cents; one of less than a cent in hundredths of it. */
export function formatSum(dollars: number): string {
  const parts = dollars > 0 && dollars < 0.01 ? 10_000 : 100
  return formatMoney(Math.round(dollars * parts) / parts)
}
