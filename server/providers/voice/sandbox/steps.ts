import type { JobPayload } from '#contracts/jobs.ts'
import type { Line } from '../provider.ts'
import type { Scene } from './scenes.ts'

/**
 * A step of a simulated call with its simulated time. Times are derived from each other, not from when the jobs happen to run, so
 * that a call resumes after a restart as if uninterrupted.
 */
export type Step = JobPayload<'call.simulate'>
type StepOf<stage extends Step['stage']> = Extract<Step, { stage: stage }>
export type RingStep = StepOf<'ring'>
export type OutcomeStep = StepOf<'outcome'>
export type TalkStep = StepOf<'talk'>
export type HangUpStep = StepOf<'hang_up'>
export type EchoStep = StepOf<'echo'>

/** Delays between dialling and the first ring, from there to the answer, and from the end to its echo, ms. */
export const DIAL_MS = 1000
const ANSWER_MS = 4000
const ECHO_MS = 5000

/** Next step after the first ring. An assistant that is called answers at once. */
export function afterRing(
  { callId, at }: RingStep,
  { outcome }: Scene,
  { ringingTime, type }: Line,
): OutcomeStep {
  const longest = ringingTime * 1000
  const rings = type === 'outbound' ? ANSWER_MS : DIAL_MS
  const waits = outcome === 'no-answer' ? longest : Math.min(rings, longest)
  return { callId, stage: 'outcome', at: at + waits }
}

/** Next step after the end in a scene that repeats everything. */
export const echoOf = ({ callId, at }: HangUpStep): EchoStep => ({
  callId,
  stage: 'echo',
  at: at + ECHO_MS,
})
