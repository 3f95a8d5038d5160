import type { AnsweredBy, CallStatus } from '#contracts/enums.ts'

/* Outcomes of calls, and what they make of a lead (docs/spec/decisions.md). Pure: no clock, no database. */

/** Rules of a campaign about calling again. */
export interface RetryRules {
  /** Rounds after the first. */
  readonly maxRetries: number
  readonly retryOnVoicemail: boolean
  readonly retryOnGoalIncomplete: boolean
}

/** A call whose post-call work is done. */
export interface FinishedCall {
  readonly status: CallStatus
  readonly answeredBy: AnsweredBy
  /** Value of the goal variable; undefined if nothing was extracted. */
  readonly goal: boolean | undefined
}

/** `missed`: somebody was reached, but the goal was not. */
export type CallResult = 'unreached' | 'success' | 'missed'

/** Result of a call by the rules of its campaign. */
export function resultOf(call: FinishedCall, rules: RetryRules): CallResult {
  if (call.status !== 'completed') return 'unreached'
  if (call.answeredBy === 'machine' && rules.retryOnVoicemail) return 'unreached'
  // Without an extraction nobody is called again: that failure is ours.
  return rules.retryOnGoalIncomplete && call.goal === false ? 'missed' : 'success'
}

/** The round of a lead that a call belongs to. */
export interface Round {
  /** Rounds that are over. */
  readonly rounds: number
  /** Another number of the lead can be called in this round. */
  readonly hasContactLeft: boolean
}

/** Next state of a lead; `contact` goes on with its next number in the same round. */
export type NextState = 'contact' | 'completed' | 'rescheduled' | 'reached-max-retries'

/** The next state of a lead by the result of its call. */
export function nextState(
  result: CallResult,
  { rounds, hasContactLeft }: Round,
  { maxRetries }: Pick<RetryRules, 'maxRetries'>,
): NextState {
  if (result === 'success') return 'completed'
  if (result === 'unreached' && hasContactLeft) return 'contact'
  return rounds + 1 > maxRetries ? 'reached-max-retries' : 'rescheduled'
}
