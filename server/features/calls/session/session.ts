import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import type { Ambience } from '../../../media/mix.ts'
import type { HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import type { SpeakOptions, Synthesizer } from '../../../providers/speech/speak.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { createAnatomy } from './anatomy.ts'
import { createCustomer } from './customer.ts'
import type { MicrophoneFrame } from './ear.ts'
import { asIfSaid, createEnding } from './ending.ts'
import { createMouth, type HeardUtterance } from './mouth.ts'
import type { Recorder } from './recorder.ts'
import type { TurnSettings } from './settings.ts'
import { createStopwatch } from './stopwatch.ts'
import { createThoughts, type Question, type Sounds, type Thought } from './thoughts.ts'
import { turn } from './turn.ts'
import type { Happening, ThoughtCause, TurnEffect, TurnEvent } from './turn-events.ts'
import { atRest, beforeCall, type Phase, shownAs, wakeAt } from './turn-state.ts'

interface Options {
  /** Monotonic time, ms. */
  readonly now: () => number
  /** Calls `listener` every 20 ms until the returned function is called. */
  readonly everyTick: (listener: () => void) => () => void
  readonly settings: TurnSettings
  /** The assistant speaks before the customer does. */
  readonly hasOpening: boolean
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
  /** Undefined without speech recognition: the assistant speaks but cannot hear. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints'>
  /** Voice detection threshold, 0 to 1. */
  readonly threshold?: number | undefined
  /** A filler to say while the answer to these words is pending. */
  readonly filler?: ((heard: string) => string | undefined) | undefined
  /** Streams the assistant's words; returns whether the call ends with them. */
  readonly answer: (question: Question) => AsyncGenerator<string, boolean>
  /** Replaces `answer` for a model that produces audio. */
  readonly sounds?: Sounds | undefined
  /** Called at the end of each utterance with the part that was heard. */
  readonly onHeard?: ((heard: HeardUtterance) => void) | undefined
  /** Ambient sound mixed into everything that is sent. */
  readonly ambience?: Ambience | undefined
  /** Sends a frame of 20 ms at 24 kHz; utterance 0 is sound between utterances. */
  readonly send: (frame: Int16Array, utterance: number) => void
  readonly tell: (message: VoiceServerMessage) => void
  readonly recorder?: Recorder | undefined
  /**
   * Called with each turn in order: the customer's before it is answered, the assistant's as far as it was heard; and with
   * its position in the recording, ms, if known.
   */
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
  /** Called when speech recognition is lost: the assistant says so, and the call ends. */
  readonly onDeaf?: (() => void) | undefined
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Runs a call: microphone audio to words, and the turn machine's decisions to audio. The assistant's words are reported
 * as far as the player confirms that they were heard.
 */
export function startSession(options: Options) {
  const { now, recorder, tell } = options
  /** Paused while an operator has the call. */
  const clock = createStopwatch(now)
  const anatomy = createAnatomy(clock.elapsed)
  const over = new AbortController()
  const ending = createEnding(options)
  let { settings } = options
  let state = beforeCall
  let ended: VoiceEnd | undefined

  const mouth = createMouth({
    ...options,
    ambience: options.ambience,
    recorder,
    onHeard(heard) {
      options.onHeard?.(heard)
      const place = recorder?.beginningOf(heard.utterance)
      if (heard.text !== '') options.onSpoken(anatomy.told(heard), place)
    },
  })

  const thoughts = createThoughts({
    ...options,
    answer: anatomy.worded(options.answer),
    mouth,
    begin,
    over: over.signal,
    onThought: thought,
  })

  const customer = createCustomer({
    ...options,
    listening: { ...options.listening, signal: over.signal },
    phase: () => state.phase.kind,
    canInterrupt: () => settings.canBeInterrupted,
    happen: anatomy.watching(happen),
    onDeaf: ending.lose,
  })

  function happen(event: Happening): void {
    if (ended) return
    if (clock.isStopped() && event.kind !== 'hung-up') return void customer.overhear(event)
    const before = state.phase.kind
    const step = turn(state, { ...event, at: clock.elapsed() } as TurnEvent, settings)
    state = step.state
    tellState(before)
    for (const effect of step.effects) perform(anatomy.noticed(effect, state), before)
    if (event.kind === 'hung-up') finish('customer')
  }

  function tellState(before?: Phase['kind']): void {
    const { kind } = state.phase
    if (kind === before || kind === 'over') return
    if (kind === 'listening') customer.forget()
    tell({ type: 'state', state: shownAs(kind) })
  }

  function perform(effect: TurnEffect, before: string): void {
    if (effect.kind === 'finish-listening') customer.finish?.()
    else if (effect.kind === 'think') think(effect.thought, effect.cause)
    else if (effect.kind === 'abort-thinking') thoughts.abort(effect.thought)
    else if (effect.kind === 'warn-of-end') ending.warn()
    else if (effect.kind === 'hang-up') finish(endBy(effect.by, before))
    else if (effect.kind === 'say-filler') thoughts.fill(effect.thought)
    else mouth[effect.kind](effect.utterance)
  }

  /** Words that were not spoken: answered like speech, but already recorded. */
  function typed(text: string): void {
    customer.passOn(state.said)
    for (const event of asIfSaid(text)) happen(event)
    customer.begin(state.said)
  }

  function think(thought: number, cause: ThoughtCause): void {
    mouth.settle()
    anatomy.asked(cause)
    if (cause.kind === 'reply') customer.passOn(cause.heard)
    thoughts.think(thought, { cause, ...ending.asked() })
  }

  function thought({ thought: number, utterance, isLast }: Thought): void {
    if (utterance !== undefined) {
      mouth.end(utterance)
      if (isLast) happen({ kind: 'last', utterance })
    } else if (isLast) finish('assistant')
    else happen({ kind: 'nothing', thought: number })
  }

  function begin(thought: number): number {
    customer.begin()
    const utterance = mouth.begin()
    anatomy.sounded(utterance)
    happen({ kind: 'sound', thought, utterance })
    return utterance
  }

  function tick(): void {
    const utterance = clock.isStopped() ? mouth.wait() : mouth.tick()
    if (utterance !== undefined) happen({ kind: 'heard', utterance })
    const wake = wakeAt(state, settings)
    if (wake !== undefined && clock.elapsed() >= wake) happen({ kind: 'tick' })
    if (!clock.isStopped() && ending.isDueIn(state.phase.kind)) typed('…')
  }

  function finish(reason: VoiceEnd): void {
    if (ended) return
    ended = reason
    stopTicking()
    mouth.clear()
    mouth.settle()
    customer.passOn(state.said)
    over.abort()
    tell({ type: 'ended', reason })
  }

  const stopTicking = options.everyTick(tick)
  happen({ kind: 'answered', hasOpening: options.hasOpening })

  return {
    /** A microphone frame arrived. */
    hear(frame: MicrophoneFrame): void {
      if (!ended) customer.hear(frame)
    },
    mute: customer.mute,
    digit: (): void => happen({ kind: 'digit' }),
    /** The visitor typed instead of speaking: answered like speech, but already recorded. */
    typed(text: string): void {
      if (!clock.isStopped()) typed(text)
    },
    /** The player reports its progress in an utterance, ms. */
    played: mouth.played,
    /** The player dropped the rest of an utterance after this much, ms. */
    cleared: mouth.cleared,
    /** The money lasts this much longer, ms: the assistant says goodbye. */
    endIn(ms: number): void {
      settings = endingBy(settings, clock.elapsed() + ending.spend(ms))
    },
    /** An operator takes over: the assistant stops mid-word, and nothing more is sent. */
    take(): void {
      if (ended || clock.isStopped()) return
      customer.passOn(state.said)
      if ('thought' in state.phase) thoughts.abort(state.phase.thought)
      mouth.clear()
      clock.stop()
      state = atRest(state, clock.elapsed(), false)
      tellState()
    },
    /** Returns the call to the assistant, which answers the customer's last words if nobody has. */
    giveBack(unanswered: string | undefined): void {
      if (ended || !clock.isStopped()) return
      mouth.settle()
      clock.goOn()
      state = atRest(state, clock.elapsed(), customer.isSpeaking())
      tellState()
      if (unanswered === undefined) return
      customer.begin(unanswered)
      happen({ kind: 'text', text: unanswered, isFinal: true })
    },
    /** The visitor hung up or disconnected. */
    hangUp: (): void => happen({ kind: 'hung-up' }),
    /** Ends the call from our side. */
    close: (reason: VoiceEnd): void => finish(reason),
  }
}

const endingBy = (settings: TurnSettings, at: number): TurnSettings => ({
  ...settings,
  longestMs: Math.min(settings.longestMs, at),
})

/** A hang-up while listening is due to silence. */
function endBy(by: 'assistant' | 'limit', before: string): VoiceEnd {
  if (by === 'limit') return 'limit'
  return before === 'listening' ? 'silence' : 'assistant'
}
