import type { PlayedCall } from '#contracts/played-calls.ts'
import type { Scene } from '../../../providers/voice/sandbox/scenes.ts'
import type { TurnSettings } from '../session/settings.ts'
import { turn } from '../session/turn.ts'
import type { TurnEffect, TurnEvent, UntimedEvent } from '../session/turn-events.ts'
import { onHeard, onSilence, onSpeech } from './customer.ts'
import { beginUtterance, heardOf, paused, resumed, withWords } from './utterance.ts'

/** Everything that a call is played with. */
export interface Stage {
  readonly scene: Scene
  readonly settings: TurnSettings
  readonly hasOpening: boolean
  /** Pace of the assistant. */
  readonly speed: number
  /** Something to say while the answer to these words is being thought of. */
  readonly filler: (heard: string, said: Record<string, number>) => string | undefined
}

/** Something that others take notice of. Times are ms since the call was answered. */
export type Act =
  | {
      readonly kind: 'spoken'
      readonly speaker: 'assistant' | 'customer'
      readonly content: string
      readonly at: number
      /** The customer has cut it short. */
      readonly isCut?: boolean
      /** Explanation of an answer, JSON. */
      readonly explanation?: string
    }
  /** The call has a question for the assistant. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'hang-up'; readonly by: 'customer' | 'assistant' | 'limit' }

/** A call after something has happened, and what came of it. */
export interface Played {
  readonly call: PlayedCall
  readonly acts: readonly Act[]
}

/** Changes to a call at one moment. */
export interface Controls {
  /** The call, to be changed. */
  readonly call: PlayedCall
  readonly handle: (event: UntimedEvent) => void
  readonly end: (by: Ender) => void
  /** The utterance of a thought, which begins now unless it has. */
  readonly begun: (thought: number) => Utterance
}

type Utterance = NonNullable<PlayedCall['utterance']>
type Ender = Extract<Act, { kind: 'hang-up' }>['by']

/** A call after something has happened to it by the rules of the turn machine. */
export function applyTo(
  stage: Stage,
  before: PlayedCall,
  at: number,
  work: (hands: Controls) => void,
): Played {
  const { scene, settings } = stage
  const call = structuredClone(before)
  const acts: Act[] = []

  function handle(event: UntimedEvent): void {
    const { kind } = call.turns.phase
    // All of it was heard, whatever follows.
    if (event.kind === 'heard') stopSpeaking()
    const step = turn(call.turns, { ...event, at } as TurnEvent, settings)
    call.turns = step.state
    for (const effect of step.effects) perform(effect)
    if (call.turns.phase.kind === 'listening' && kind !== 'listening')
      call.customer = onSilence(call.customer, scene, at)
  }

  function perform(effect: TurnEffect): void {
    switch (effect.kind) {
      case 'think':
        think(effect)
        break
      case 'abort-thinking':
        giveUp(effect.thought)
        break
      case 'say-filler':
        fill(effect.thought)
        break
      case 'pause':
        change((utterance) => paused(utterance, at))
        break
      case 'resume':
        change((utterance) => resumed(utterance, at))
        break
      case 'clear':
        stopSpeaking(call.turns.phase.kind !== 'over')
        break
      case 'warn-of-end':
        call.isEndNear = true
        break
      case 'hang-up':
        end(effect.by)
        break
      case 'finish-listening':
        // The words come with the end of the voice.
        break
    }
  }

  function change(by: (utterance: Utterance) => Utterance): void {
    if (call.utterance) call.utterance = by(call.utterance)
  }

  function think({ thought, cause }: Extract<TurnEffect, { kind: 'think' }>): void {
    if (cause.kind === 'reply') passOn(cause.heard)
    call.question = { thought, cause }
    call.customer = onHeard(call.customer, cause.kind === 'reply')
    acts.push({ kind: 'ask' })
  }

  function giveUp(thought: number): void {
    if (call.question?.thought === thought) delete call.question
    if (call.answer?.thought === thought) delete call.answer
  }

  function fill(thought: number): void {
    call.fillers ??= {}
    const phrase = stage.filler(call.passedOn, call.fillers)
    if (phrase) call.utterance = withWords(begun(thought), phrase, stage.speed, at)
  }

  function begun(thought: number): Utterance {
    if (call.utterance) return call.utterance
    call.passedOn = ''
    call.customer = onSpeech(call.customer, scene, at)
    handle({ kind: 'sound', thought, utterance: thought })
    return beginUtterance(thought, at)
  }

  function stopSpeaking(isCut = false): void {
    if (!call.utterance) return
    const content = heardOf(call.utterance, at)
    const { begun: since, explanation } = call.utterance
    delete call.utterance
    if (content === '') return
    const spoken = { kind: 'spoken', speaker: 'assistant', content, at: since } as const
    acts.push({
      ...spoken,
      ...(isCut && { isCut }),
      ...(explanation !== undefined && { explanation }),
    })
  }

  /** The customer has said all this since the last answer. */
  function passOn(said: string): void {
    const { passedOn, customer } = call
    const content = (said.startsWith(passedOn) ? said.slice(passedOn.length) : said).trim()
    call.passedOn = said
    if (content !== '')
      acts.push({ kind: 'spoken', speaker: 'customer', content, at: customer.since ?? at })
    delete call.customer.since
  }

  function end(by: Ender): void {
    passOn(call.turns.said)
    acts.push({ kind: 'hang-up', by })
  }

  work({ call, handle, end, begun })
  return { call, acts }
}
