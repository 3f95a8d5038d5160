import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import type { Ambience } from '../../../media/mix.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { createAnatomy } from './anatomy.ts'
import { createCustomer, type Listener } from './customer.ts'
import { createEnding, eventsOfTyped } from './ending.ts'
import type { Recorder } from './recorder.ts'
import type { TurnSettings } from './settings.ts'
import type { MicrophoneFrame } from './speech-input.ts'
import { createSpeechOutput, type HeardUtterance } from './speech-output.ts'
import { createStopwatch } from './stopwatch.ts'
import { createThoughts, type Explained, type Speaker, type Thought } from './thoughts.ts'
import type { ThoughtCause, TurnEffect, TurnEvent, UntimedEvent } from './turn-events.ts'
import { createTurnTaking } from './turn-taking.ts'

/** An assistant's way to hear, think and speak on a call. */
export interface Party extends Speaker, Listener {
  /** The assistant speaks before the customer does. */
  readonly hasOpening: boolean
  /** Called at the end of each utterance with the part that was heard. */
  readonly onHeard?: ((heard: HeardUtterance) => void) | undefined
}

interface Options extends Party {
  /** Monotonic time, ms. */
  readonly now: () => number
  /** Calls `listener` every 20 ms until the returned function is called. */
  readonly everyTick: (listener: () => void) => () => void
  readonly settings: TurnSettings
  /** Returns the successor once after each transfer to another assistant; the call goes on with it. */
  readonly successor?: (() => Party | undefined) | undefined
  /** Ambient sound mixed into everything that is sent. */
  readonly ambience?: Ambience | undefined
  /** Sends a frame of 20 ms at 24 kHz; utterance 0 is sound between utterances. */
  readonly send: (frame: Int16Array, utterance: number) => void
  readonly notify: (message: VoiceServerMessage) => void
  readonly recorder?: Recorder | undefined
  /**
   * Called with each turn in order: the customer's before it is answered, the assistant's as far as it was heard; with its
   * position in the recording, ms, if known, and with the explanation of an answer, JSON, once that is complete.
   */
  readonly onSpoken: (
    spoken: Spoken,
    place: number | undefined,
    explained?: Promise<Explained>,
  ) => void
  /** Resolves once the reported turns are stored; no answer to them is heard before. */
  readonly stored?: (() => Promise<void>) | undefined
  /** Called when speech recognition is lost: the assistant says so, and the call ends. */
  readonly onTranscriptionLost?: (() => void) | undefined
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Runs a call: microphone audio to words, and the turn machine's decisions to audio. The assistant's words are reported
 * as far as the player confirms that they were heard.
 */
export function startSession(options: Options) {
  const { now, recorder, notify } = options
  /** Paused while an operator has the call. */
  const clock = createStopwatch(now)
  const anatomy = createAnatomy(clock.elapsed)
  const callEnded = new AbortController()
  const ending = createEnding(options)
  let party: Party = options
  let ended: VoiceEnd | undefined

  const output = createSpeechOutput({
    ...options,
    onHeard(heard) {
      party.onHeard?.(heard)
      const place = recorder?.beginningOf(heard.utterance)
      const explained = thoughts.explanationOf(heard.utterance)
      if (heard.text !== '') options.onSpoken(anatomy.heardWords(heard), place, explained)
    },
  })

  const thoughts = createThoughts({
    ...options,
    speaker: () => ({ ...party, answer: anatomy.worded(party.answer) }),
    output,
    begin,
    ended: callEnded.signal,
    onThought: thought,
  })

  const customer = createCustomer({
    ...options,
    ended: callEnded.signal,
    phase: () => turns.state().phase.kind,
    canInterrupt: () => turns.canBeInterrupted(),
    handle: anatomy.watching(happen),
    onTranscriptionLost: ending.lose,
  })

  function happen(event: UntimedEvent): void {
    if (ended) return
    if (clock.isStopped() && event.kind !== 'hung-up') return void customer.overhear(event)
    const before = turns.state().phase.kind
    const effects = turns.take({ ...event, at: clock.elapsed() } as TurnEvent)
    for (const effect of effects) perform(anatomy.noticed(effect, turns.state()), before)
    if (event.kind === 'hung-up') finish('customer')
  }

  function perform(effect: TurnEffect, before: string): void {
    if (effect.kind === 'finish-listening') customer.finish()
    else if (effect.kind === 'think') think(effect.thought, effect.cause)
    else if (effect.kind === 'abort-thinking') thoughts.abort(effect.thought)
    else if (effect.kind === 'warn-of-end') ending.warn()
    else if (effect.kind === 'hang-up') leave(endBy(effect.by, before))
    else if (effect.kind === 'say-filler') thoughts.fill(effect.thought)
    else output[effect.kind](effect.utterance)
  }

  /** Words that were not spoken: answered like speech, but already recorded. */
  function typed(text: string): void {
    if (clock.isStopped()) return
    customer.passOn(turns.state().said)
    for (const event of eventsOfTyped(text)) happen(event)
    customer.begin(turns.state().said)
  }

  function think(thought: number, cause: ThoughtCause): void {
    output.settle()
    // The last words before a transfer may have been interrupted.
    succeed()
    anatomy.asked(cause)
    if (cause.kind === 'reply') customer.passOn(cause.heard)
    thoughts.think(thought, { cause, ...ending.asked() })
  }

  function thought({ thought: number, utterance, isLast }: Thought): void {
    if (utterance !== undefined) {
      output.end(utterance)
      if (isLast) happen({ kind: 'last', utterance })
    } else if (isLast) leave('assistant')
    else happen({ kind: 'nothing', thought: number })
  }

  /** Makes the successor hear and speak from now on; returns it. */
  function succeed(): Party | undefined {
    const successor = options.successor?.()
    party = successor ?? party
    if (successor) customer.listenWith(successor)
    return successor
  }

  /** Ends the call, or goes on with the assistant that it was transferred to. */
  function leave(reason: VoiceEnd): void {
    const successor = reason === 'assistant' ? succeed() : undefined
    if (successor) turns.rest(clock.elapsed(), customer.isSpeaking())
    else finish(reason)
    if (successor?.hasOpening) happen({ kind: 'answered', hasOpening: true })
  }

  function begin(thought: number): number {
    customer.begin()
    const utterance = output.begin()
    anatomy.sounded(utterance)
    happen({ kind: 'sound', thought, utterance })
    return utterance
  }

  function tick(): void {
    const utterance = clock.isStopped() ? output.wait() : output.tick()
    if (utterance !== undefined) happen({ kind: 'heard', utterance })
    if (turns.isDue(clock.elapsed())) happen({ kind: 'tick' })
    if (!clock.isStopped() && ending.isDueIn(turns.state().phase.kind)) typed('…')
  }

  function finish(reason: VoiceEnd): void {
    if (ended) return
    ended = reason
    stopTicking()
    output.clear()
    output.settle()
    customer.passOn(turns.state().said)
    callEnded.abort()
    notify({ type: 'ended', reason })
  }

  const turns = createTurnTaking({ ...options, onListening: () => customer.forget() })
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
    typed,
    /** The player reports its progress in an utterance, ms. */
    played: output.played,
    /** The player dropped the rest of an utterance after this much, ms. */
    cleared: output.cleared,
    /** The money lasts this much longer, ms: the assistant says goodbye. */
    endIn(ms: number): void {
      turns.endBy(clock.elapsed() + ending.spend(ms))
    },
    /** An operator takes over: the assistant stops mid-word, and nothing more is sent. */
    take(): void {
      if (ended || clock.isStopped()) return
      const { said, phase } = turns.state()
      customer.passOn(said)
      if ('thought' in phase) thoughts.abort(phase.thought)
      output.clear()
      clock.stop()
      turns.rest(clock.elapsed(), false)
    },
    /** Returns the call to the assistant, which answers the customer's last words if nobody has. */
    returnToAssistant(unanswered: string | undefined): void {
      if (ended || !clock.isStopped()) return
      output.settle()
      clock.resume()
      turns.rest(clock.elapsed(), customer.isSpeaking())
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

/** A hang-up while listening is due to silence. */
function endBy(by: 'assistant' | 'limit', before: string): VoiceEnd {
  if (by === 'limit') return 'limit'
  return before === 'listening' ? 'silence' : 'assistant'
}
