import type { CallNumbers } from '#contracts/call-report.ts'
import { CallKind, CallOutcome } from '#contracts/enums.ts'
import type { Sums } from '../../../db/tally-sums.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { quantile } from '../../platform/values/quantile.ts'

const COUNTED = [
  'calls',
  'call_answered',
  'call_seconds',
  'call_cost',
  'call_person',
  'call_interrupted',
  'call_interruptions',
] as const

const KINDS = CallKind.options
const OUTCOMES = CallOutcome.options

/** Kinds that are no practice. */
export const BUSINESS = KINDS.filter((kind) => kind !== 'sandbox')

/** Names of all tallies that reports of calls are made of. */
export const callMeasures = (steps: readonly number[]): string[] =>
  KINDS.flatMap((kind) => [
    ...COUNTED.map((name) => `${name}.${kind}`),
    ...OUTCOMES.map((outcome) => `call_end.${kind}.${outcome}`),
    ...steps.map((below) => `call_wait.${kind}.${below}`),
  ])

/** Numbers of calls of these kinds; `steps` are the bounds of waits, ascending. */
export function presentCalls(
  sums: Sums,
  steps: readonly number[],
  kinds: readonly CallKind[],
): CallNumbers {
  const of = (measure: (kind: CallKind) => string) =>
    kinds.reduce((sum, kind) => sum + (sums[measure(kind)] ?? 0), 0)
  const counted = (name: (typeof COUNTED)[number]) => of((kind) => `${name}.${kind}`)
  const waits = steps.map((below) => of((kind) => `call_wait.${kind}.${below}`))
  return {
    calls: counted('calls'),
    answered: counted('call_answered'),
    seconds: counted('call_seconds'),
    cost: toDollars(counted('call_cost')),
    wait_p50_ms: quantile(waits, steps, 0.5),
    wait_p95_ms: quantile(waits, steps, 0.95),
    interruptions: counted('call_interruptions'),
    interrupted: counted('call_interrupted'),
    had_person: counted('call_person'),
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, of((kind) => `call_end.${kind}.${outcome}`)]),
    ) as CallNumbers['outcomes'],
  }
}
