import type { Context } from '../../../context.ts'
import type { Line, LineEvent, Switchboard, VoiceProvider } from '../provider.ts'
import { recordingOf } from './recording.ts'
import { type Scene, sceneOf } from './scenes.ts'
import {
  afterRing,
  afterTurn,
  DIAL_MS,
  type EchoStep,
  echoOf,
  type HangUpStep,
  heardAt,
  type OutcomeStep,
  type RingStep,
  type Step,
  speechMs,
  type TalkStep,
} from './steps.ts'

type Needs = Pick<Context, 'db' | 'jobs' | 'now'> & { readonly switchboard: Switchboard }

/** Name of the embedded provider. */
export const SANDBOX = 'sandbox'

/** Opening line of every transcript. */
const NOTICE =
  '[Sandbox: this call is a simulation. No telephone rang, and what the customer says is scripted.]'

export interface Sandbox extends VoiceProvider {
  /** Plays one step. Playing it again changes nothing and leads nowhere. */
  play(step: Step, signal: AbortSignal): Promise<void>
}

/**
 * The embedded voice provider: a simulation in which no telephone rings. It plays each call step by step as jobs, on
 * the clock of the context; what the customer says is scripted, what the assistant says is its own.
 */
export function createSandbox({ db, jobs, now, switchboard }: Needs): Sandbox {
  const plan = (step: Step): void =>
    void jobs.add({ kind: 'call.simulate', payload: step, runAt: new Date(step.at) })

  /** A report and its follow-up steps are one commit; a late report leads nowhere. */
  function tell(callId: number, event: LineEvent, scene: Scene, next?: Step): void {
    db.transaction(() => {
      const isNews = switchboard.report(callId, event)
      if (scene.isRepeated) switchboard.report(callId, event)
      if (isNews && next) plan(next)
    })()
  }

  function ring(step: RingStep, scene: Scene, line: Line): void {
    const { callId, at } = step
    if (scene.outcome === 'failed') tell(callId, { kind: 'failed', at }, scene)
    else tell(callId, { kind: 'ringing', at }, scene, afterRing(step, scene, line))
  }

  function settle({ callId, at }: OutcomeStep, scene: Scene, { maxDuration }: Line): void {
    const { outcome } = scene
    if (outcome === 'busy' || outcome === 'no-answer' || outcome === 'failed') {
      tell(callId, { kind: outcome, at }, scene)
      return
    }
    const limit = at + maxDuration * 1000
    const first: TalkStep = { callId, stage: 'talk', turn: 0, at, limit }
    tell(callId, { kind: 'answered', by: outcome, at, notice: NOTICE }, scene, first)
  }

  async function talk(
    step: TalkStep,
    scene: Scene,
    line: Line,
    signal: AbortSignal,
  ): Promise<void> {
    const { callId, turn, at } = step
    const heard = heardAt(scene, turn) ?? ''
    const { says, hangsUp } = await switchboard.reply(callId, heard || undefined, signal)
    const spoken = [
      { speaker: 'customer' as const, content: heard, at },
      { speaker: 'assistant' as const, content: says, at: at + speechMs(heard) },
    ].filter(({ content }) => content !== '')
    const over = at + speechMs(heard) + speechMs(says)
    db.transaction(() => {
      if (!switchboard.write(callId, turn, spoken)) return
      plan(afterTurn(step, scene, line, { over, hangsUp }))
    })()
  }

  function hangUp(step: HangUpStep, scene: Scene): void {
    const { callId, at, by } = step
    const next = scene.isRepeated ? echoOf(step) : undefined
    tell(callId, { kind: 'hung_up', by, at }, scene, next)
  }

  function echo({ callId, at }: EchoStep): void {
    for (const kind of ['ringing', 'busy', 'no-answer', 'failed'] as const)
      switchboard.report(callId, { kind, at })
    switchboard.report(callId, { kind: 'answered', by: 'machine', at })
    for (const by of ['customer', 'assistant', 'limit'] as const)
      switchboard.report(callId, { kind: 'hung_up', by, at })
  }

  return {
    name: SANDBOX,
    dial: ({ callId }) => plan({ callId, stage: 'ring', at: now().getTime() + DIAL_MS }),
    // A call that is over is played no further.
    hangUp: () => {},
    recordingOf: async (call) => recordingOf(call),
    async play(step, signal) {
      if (step.stage === 'echo') return echo(step)
      const line = switchboard.line(step.callId)
      if (!line) return
      const scene = sceneOf(line)
      switch (step.stage) {
        case 'ring':
          return ring(step, scene, line)
        case 'outcome':
          return settle(step, scene, line)
        case 'talk':
          return talk(step, scene, line, signal)
        case 'hang_up':
          return hangUp(step, scene)
      }
    },
  }
}
