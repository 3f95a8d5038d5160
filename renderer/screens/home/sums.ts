import type { HomeNumbers } from '#contracts/home.ts'
import { formatMoney } from '../../format/numbers.ts'

/** Conversations started, without the operators' own tests. */
export const chatsOf = ({ conversations: { widget, messenger, api } }: HomeNumbers): number =>
  widget + messenger + api

/** Calls of all kinds except Sandbox. */
export const talksOf = ({ calls: { inbound, outbound, web } }: HomeNumbers): number =>
  inbound + outbound + web

/** Call minutes, rounded. */
export const minutesOf = ({ call_seconds }: HomeNumbers): number => Math.round(call_seconds / 60)

/** Costs of models, calls and text messages, US dollars; only models when restricted to an assistant. */
export const costOf = ({ cost, spent }: HomeNumbers): number =>
  Math.round(
    (cost + (spent?.call ?? 0) + (spent?.sms ?? 0) + (spent?.messenger ?? 0)) * 1_000_000,
  ) / 1_000_000

export const ratingsOf = ({ ratings }: HomeNumbers): number =>
  ratings.reduce((sum, count) => sum + count, 0)

/** Average rating with one decimal; null if there are none. */
export function averageOf(numbers: HomeNumbers): number | null {
  const count = ratingsOf(numbers)
  if (count === 0) return null
  const sum = numbers.ratings.reduce((total, number, index) => total + number * (index + 1), 0)
  return Math.round((sum / count) * 10) / 10
}

/** Share of conversations with a question that were handled without a person; null if there were none. */
export const aiShareOf = ({ asked, ai_handled }: HomeNumbers): number | null =>
  asked === 0 ? null : ai_handled / asked

/** An amount of money to the cent, or with four decimals below one cent. */
export function formatSum(dollars: number): string {
  const parts = dollars > 0 && dollars < 0.01 ? 10_000 : 100
  return formatMoney(Math.round(dollars * parts) / parts)
}
