import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { Line, LineEvent, Spoken, Switchboard, VoiceProvider } from '../provider.ts'
import { recordingOf } from './recording.ts'
import { type Scene, sceneOf } from './scenes.ts'
import {
  afterRing,
  DIAL_MS,
  type EchoStep,
  echoOf,
  type HangUpStep,
  type OutcomeStep,
  type RingStep,
  type Step,
  type TalkStep,
} from './steps.ts'

/** Words of one step of a conversation, and the next step. */
export interface Talked {
  readonly spoken: readonly Spoken[]
  readonly next: TalkStep | HangUpStep
}

type Needs = Pick<Context, 'jobs' | 'now' | 'write'> & {
  readonly switchboard: Switchboard
  /**
   * Plays a step of the conversation between a scene's customer and the assistant.
   * @throws the reason of `signal` once it is aborted.
   */
  readonly talk: (step: TalkStep, scene: Scene, signal: AbortSignal) => Promise<Talked>
}

/** Name of the built-in provider. */
export const SANDBOX = 'sandbox'

/** Opening line of every transcript. */
const NOTICE =
  '[Sandbox: this call is a simulation. No telephone rang, and what the customer says is scripted.]'

export interface Sandbox extends Required<VoiceProvider> {
  /** Plays one step. Replaying it has no effect and schedules nothing. */
  play(step: Step, signal: AbortSignal): Promise<void>
}

/**
 * The built-in voice provider: a simulation in which no telephone rings. It plays each call step by step in jobs, on the
 * context's clock; the customer's words are scripted, the assistant's are its own, and turn-taking uses the same turn machine as
 * all calls.
 */
export function createSandbox({ write, jobs, now, switchboard, talk }: Needs): Sandbox {
  const plan = (tx: Tx, step: Step): void =>
    void jobs.add(tx, { kind: 'call.simulate', payload: step, runAt: new Date(step.at) })

  /** A report and its next step share one commit; a late report has no next step. */
  async function report(
    callId: number,
    event: LineEvent,
    scene: Scene,
    next?: Step,
  ): Promise<void> {
    await write((tx) => {
      const isNews = switchboard.report(tx, callId, event)
      if (scene.isRepeated) switchboard.report(tx, callId, event)
      if (isNews && next) plan(tx, next)
    })
  }

  async function ring(step: RingStep, scene: Scene, line: Line): Promise<void> {
    const { callId, at } = step
    if (scene.outcome === 'failed') await report(callId, { kind: 'failed', at }, scene)
    else await report(callId, { kind: 'ringing', at }, scene, afterRing(step, scene, line))
  }

  async function settle({ callId, at }: OutcomeStep, scene: Scene): Promise<void> {
    const { outcome } = scene
    if (outcome === 'busy' || outcome === 'no-answer' || outcome === 'failed') {
      await report(callId, { kind: outcome, at }, scene)
      return
    }
    const first: TalkStep = { callId, stage: 'talk', turn: 0, at, answeredAt: at }
    await report(callId, { kind: 'answered', by: outcome, at, notice: NOTICE }, scene, first)
  }

  async function converse(step: TalkStep, scene: Scene, signal: AbortSignal): Promise<void> {
    const { spoken, next } = await talk(step, scene, signal)
    await write((tx) => {
      if (switchboard.write(tx, step.callId, step.turn, spoken)) plan(tx, next)
    })
  }

  async function hangUp(step: HangUpStep, scene: Scene): Promise<void> {
    const { callId, at, by } = step
    const next = scene.isRepeated ? echoOf(step) : undefined
    await report(callId, { kind: 'hung_up', by, at }, scene, next)
  }

  function echo(tx: Tx, { callId, at }: EchoStep): void {
    for (const kind of ['ringing', 'busy', 'no-answer', 'failed'] as const)
      switchboard.report(tx, callId, { kind, at })
    switchboard.report(tx, callId, { kind: 'answered', by: 'machine', at })
    for (const by of ['customer', 'assistant', 'limit'] as const)
      switchboard.report(tx, callId, { kind: 'hung_up', by, at })
  }

  return {
    name: SANDBOX,
    dial: async ({ callId }) =>
      await write((tx) => plan(tx, { callId, stage: 'ring', at: now().getTime() + DIAL_MS })),
    // Steps of an ended call are not played.
    ending: () => () => {},
    recordingOf: async (call) => recordingOf(call),
    async play(step, signal) {
      if (step.stage === 'echo') return await write((tx) => echo(tx, step))
      const line = switchboard.line(step.callId)
      if (!line) return
      const scene = sceneOf(line)
      switch (step.stage) {
        case 'ring':
          return await ring(step, scene, line)
        case 'outcome':
          return await settle(step, scene)
        case 'talk':
          return await converse(step, scene, signal)
        case 'hang_up':
          return await hangUp(step, scene)
      }
    },
  }
}
