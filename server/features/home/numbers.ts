import type { HomeNumbers } from '#contracts/home.ts'
import { toDollars } from '../platform/values/dollars.ts'

/** The value of each measure in a stretch of time. */
export type Sums = Readonly<Record<string, number>>

interface Scope {
  readonly isOneAssistant: boolean
  /** True where money may be told of. */
  readonly hasMoney: boolean
}

/** Numbers of a period, from its sums; `steps` are the bounds of first-answer times, ascending. */
export function presentNumbers(
  sums: Sums,
  steps: readonly number[],
  { isOneAssistant, hasMoney }: Scope,
): HomeNumbers {
  const of = (measure: string) => sums[measure] ?? 0
  const counts = steps.map((below) => of(`first_answer.${below}`))
  return {
    conversations: {
      test: of('conversations.test'),
      widget: of('conversations.widget'),
      messenger: of('conversations.messenger'),
      api: of('conversations.api'),
    },
    asked: of('asked'),
    ai_handled: of('asked') - of('person'),
    answered: counts.reduce((sum, count) => sum + count, 0),
    first_answer_p50_ms: quantile(counts, steps, 0.5),
    first_answer_p90_ms: quantile(counts, steps, 0.9),
    ended: of('ended'),
    messages: {
      visitor: of('messages.visitor'),
      assistant: of('messages.assistant'),
      operator: of('messages.operator'),
    },
    cost: toDollars(of('cost')),
    ratings: [1, 2, 3, 4, 5].map((stars) => of(`rating.${stars}`)),
    calls: { inbound: of('calls.inbound'), outbound: of('calls.outbound'), web: of('calls.web') },
    call_seconds: of('call_seconds'),
    sms: isOneAssistant ? null : of('sms'),
    spent:
      isOneAssistant || !hasMoney
        ? null
        : { sms: toDollars(of('spent.sms')), call: toDollars(of('spent.call')) },
  }
}

/** The time that a share of the answers did not exceed: within its step as if the answers lay there evenly. */
export function quantile(
  counts: readonly number[],
  steps: readonly number[],
  share: number,
): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [index, count] of counts.entries()) {
    const reached = before + count
    if (count > 0 && reached >= total * share) {
      const from = steps[index - 1] ?? 0
      // The last step has no end worth telling.
      if (index === steps.length - 1) return from
      return Math.round(from + (steps[index]! - from) * ((total * share - before) / count))
    }
    before = reached
  }
  return null
}
