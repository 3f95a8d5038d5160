import type { HomeNumbers } from '#contracts/home.ts'
import type { Sums } from '../../db/tally-sums.ts'
import { BUSINESS } from '../calls/report/numbers.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { quantile } from '../platform/values/quantile.ts'

interface Scope {
  readonly isOneAssistant: boolean
  /** True if amounts of money may be included. */
  readonly hasMoney: boolean
}

/** Numbers of a period from its sums; `steps` are the bounds of first-answer times, ascending. */
export function presentNumbers(
  sums: Sums,
  steps: readonly number[],
  { isOneAssistant, hasMoney }: Scope,
): HomeNumbers {
  const of = (measure: string) => sums[measure] ?? 0
  const ofBusiness = (name: string) =>
    BUSINESS.reduce((sum, kind) => sum + of(`${name}.${kind}`), 0)
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
    calls: {
      inbound: of('calls.inbound'),
      outbound: of('calls.outbound'),
      web: of('calls.web'),
      sandbox: of('calls.sandbox'),
    },
    call_seconds: ofBusiness('call_seconds'),
    call_cost: hasMoney ? toDollars(ofBusiness('call_cost')) : null,
    sms: isOneAssistant ? null : of('sms'),
    spent:
      isOneAssistant || !hasMoney
        ? null
        : {
            sms: toDollars(of('spent.sms')),
            messenger: toDollars(of('spent.messenger')),
            call: toDollars(of('spent.call')),
          },
  }
}
