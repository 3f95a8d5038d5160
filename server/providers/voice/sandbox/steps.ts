import type { JobPayload } from '#contracts/jobs.ts'
import type { Line } from '../provider.ts'
import type { Scene } from './scenes.ts'

/**
 * A step of a simulated call with the moment it stands for. The moments follow from each other and not from when the
 * jobs happen to run, so that a call goes on after a restart as if there had been none.
 */
export type Step = JobPayload<'call.simulate'>
type StepOf<stage extends Step['stage']> = Extract<Step, { stage: stage }>
export type RingStep = StepOf<'ring'>
export type OutcomeStep = StepOf<'outcome'>
export type TalkStep = StepOf<'talk'>
export type HangUpStep = StepOf<'hang_up'>
export type EchoStep = StepOf<'echo'>

/** Between dialling and the first ring, from there to the answer, and from the end to its echo, ms. */
export const DIAL_MS = 1000
const ANSWER_MS = 4000
const ECHO_MS = 5000

/** Characters that are spoken in a second. */
const PACE = 15

/** Time it takes to speak a text: whole seconds, in ms. */
export const speechMs = (text: string): number => Math.ceil(text.length / PACE) * 1000

/** Steps after the first ring. An assistant that is called answers at once. */
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

/** The customer's words in a turn; the opening line is never repeated. */
export function heardAt({ heard, isEndless }: Scene, turn: number): string | undefined {
  return isEndless && turn > 0 ? heard[1 + ((turn - 1) % (heard.length - 1))] : heard[turn]
}

/** Steps after a turn whose last word was spoken at `over`. */
export function afterTurn(
  step: TalkStep,
  scene: Scene,
  line: Line,
  { over, hangsUp }: { readonly over: number; readonly hangsUp: boolean },
): TalkStep | HangUpStep {
  const { callId, limit } = step
  const next: TalkStep | HangUpStep = hangsUp
    ? { callId, stage: 'hang_up', by: 'assistant', at: over }
    : unhurried(step, scene, line, over)
  return next.at < limit ? next : { callId, stage: 'hang_up', by: 'limit', at: limit }
}

function unhurried(
  { callId, turn, limit }: TalkStep,
  { heard, isEndless, ending, pauseMs }: Scene,
  { maxSilence, maxInitialSilence }: Line,
  over: number,
): TalkStep | HangUpStep {
  if (isEndless || turn + 1 < heard.length)
    return { callId, stage: 'talk', turn: turn + 1, at: over + pauseMs, limit }
  if (ending === 'customer') return { callId, stage: 'hang_up', by: 'customer', at: over + pauseMs }
  const silence = heard.some((line) => line !== undefined) ? maxSilence : maxInitialSilence
  return { callId, stage: 'hang_up', by: 'assistant', at: over + silence * 1000 }
}

/** Steps after the last line of a scene that repeats everything. */
export const echoOf = ({ callId, at }: HangUpStep): EchoStep => ({
  callId,
  stage: 'echo',
  at: at + ECHO_MS,
})
