import { UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import type { Hearing, HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import { createSentences } from '../../../providers/speech/sentences.ts'
import type {
  Speaking,
  SpeakOptions,
  SpokenSound,
  Synthesizer,
} from '../../../providers/speech/speak.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { createEar, type MicrophoneFrame } from './ear.ts'
import { createMouth } from './mouth.ts'
import type { TurnSettings } from './settings.ts'
import { turn } from './turn.ts'
import type { ThoughtCause, TurnEffect, TurnEvent } from './turn-events.ts'
import { beforeCall, wakeAt } from './turn-state.ts'

/** Something the assistant is to find words for. */
export interface Question {
  readonly cause: ThoughtCause
  /** Everything that was said until now, as it was heard. */
  readonly spoken: readonly Spoken[]
  /** The longest duration is almost reached. */
  readonly isEndNear: boolean
  readonly signal: AbortSignal
}

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Calls `listener` every 20 ms, until the function that is returned is called. */
  readonly everyTick: (listener: () => void) => () => void
  readonly settings: TurnSettings
  readonly hasGreeting: boolean
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
  /** Undefined where nothing recognises speech: the assistant speaks and hears nothing. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints'>
  /** The assistant's words, as they come. */
  readonly answer: (question: Question) => AsyncIterable<string>
  /** Sends a frame of 20 ms at 24 kHz. */
  readonly send: (frame: Int16Array, utterance: number) => void
  readonly tell: (message: VoiceServerMessage) => void
  /** Called with what was said, and of the assistant's words with what was heard, in order. */
  readonly onSpoken: (spoken: Spoken) => void
  readonly log: Pick<Logger, 'warn'>
}

type Happening = TurnEvent extends infer each
  ? each extends unknown
    ? Omit<each, 'at'>
    : never
  : never

/**
 * Carries a web call: the microphone's sound to words, the turn machine's decisions to sound. What is told of the
 * assistant's words is what the player says was heard of them.
 */
export function startSession(options: Options) {
  const { now, settings, transcriber, tell, log } = options
  const begun = now()
  const over = new AbortController()
  const thoughts = new Map<number, AbortController>()
  const spoken: Spoken[] = []
  let state = beforeCall
  let isEndNear = false
  let ended: VoiceEnd | undefined

  const mouth = createMouth({
    now,
    send: options.send,
    tell,
    onHeard(text) {
      if (text !== '') record('assistant', text)
    },
  })

  const hearing = transcriber?.open({
    rate: UP_RATE,
    ...options.listening,
    signal: over.signal,
  })
  const ear =
    hearing &&
    transcriber &&
    createEar({
      transcriber,
      hearing,
      isPlaying: () => state.phase.kind === 'speaking',
      listensNow: () => settings.canBeInterrupted || state.phase.kind !== 'speaking',
      onVoice(isOn) {
        const { kind } = state.phase
        if (isOn && (kind === 'settling' || kind === 'awaiting-text')) hearing.reopen()
        happen({ kind: 'voice', isOn })
      },
    })

  function happen(event: Happening): void {
    if (ended) return
    const before = state.phase.kind
    const step = turn(state, { ...event, at: now() - begun } as TurnEvent, settings)
    state = step.state
    tellState(before)
    for (const effect of step.effects) perform(effect, before)
    if (event.kind === 'hung-up') finish('customer')
  }

  function tellState(before: typeof state.phase.kind): void {
    const { kind } = state.phase
    if (kind === before || kind === 'over') return
    const isTurnOpen = kind === 'settling' || kind === 'awaiting-text'
    tell({ type: 'state', state: isTurnOpen ? 'hearing' : kind })
  }

  function perform(effect: TurnEffect, before: string): void {
    if (effect.kind === 'finish-listening') hearing?.finish()
    else if (effect.kind === 'think') void think(effect.thought, effect.cause)
    else if (effect.kind === 'abort-thinking') thoughts.get(effect.thought)?.abort()
    else if (effect.kind === 'warn-of-end') isEndNear = true
    else if (effect.kind === 'hang-up') finish(endBy(effect.by, before))
    else if (effect.kind !== 'say-filler') mouth[effect.kind](effect.utterance)
  }

  function record(speaker: Spoken['speaker'], content: string): void {
    const words = { speaker, content }
    spoken.push(words)
    options.onSpoken(words)
  }

  async function think(thought: number, cause: ThoughtCause): Promise<void> {
    mouth.settle()
    const stop = new AbortController()
    thoughts.set(thought, stop)
    const signal = AbortSignal.any([stop.signal, over.signal])
    let utterance: number | undefined
    const question = { cause, spoken: [...spoken], isEndNear, signal }
    try {
      for await (const sound of soundOf(options, question)) {
        if (signal.aborted) break
        utterance ??= begin(thought, cause)
        mouth.add(utterance, sound)
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'an answer on a call is incomplete')
    }
    thoughts.delete(thought)
    if (signal.aborted) return
    if (utterance === undefined) happen({ kind: 'nothing', thought })
    else mouth.end(utterance)
  }

  function begin(thought: number, cause: ThoughtCause): number {
    if (cause.kind === 'reply') record('customer', cause.heard)
    const utterance = mouth.begin()
    happen({ kind: 'sound', thought, utterance, isLast: false })
    return utterance
  }

  function tick(): void {
    const utterance = mouth.tick()
    if (utterance !== undefined) happen({ kind: 'heard', utterance })
    const wake = wakeAt(state, settings)
    if (wake !== undefined && now() - begun >= wake) happen({ kind: 'tick' })
  }

  function finish(reason: VoiceEnd): void {
    if (ended) return
    ended = reason
    stopTicking()
    mouth.clear()
    mouth.settle()
    if (state.said !== '') record('customer', state.said)
    over.abort()
    tell({ type: 'ended', reason })
  }

  const stopTicking = options.everyTick(tick)
  if (hearing)
    listenTo(hearing, { happen, tell, log }).catch((error: unknown) => {
      log.warn({ err: error }, 'a caller can no longer be heard')
    })
  happen({ kind: 'answered', hasGreeting: options.hasGreeting })

  return {
    /** A frame of the microphone has come. */
    hear: (frame: MicrophoneFrame): void => {
      if (!ended) ear?.push(frame)
    },
    mute: (on: boolean): void => ear?.mute(on),
    digit: (): void => happen({ kind: 'digit' }),
    /** The player has played so much of an utterance, ms. */
    played: mouth.played,
    /** The player has dropped the rest after so much of an utterance, ms. */
    cleared: mouth.cleared,
    /** The visitor has hung up, or their connection is gone. */
    hangUp: (): void => happen({ kind: 'hung-up' }),
    /** Somebody else ends the call. */
    close: (reason: VoiceEnd): void => finish(reason),
  }
}

/** A silence that nobody broke ends a call while both listen. */
function endBy(by: 'assistant' | 'limit', before: string): VoiceEnd {
  if (by === 'limit') return 'limit'
  return before === 'listening' ? 'silence' : 'assistant'
}

/** The assistant's words on a question as sound, while they come. What was said before a failure is spoken. */
async function* soundOf(
  { synthesizer, voice, answer }: Pick<Options, 'synthesizer' | 'voice' | 'answer'>,
  question: Question,
): AsyncGenerator<SpokenSound> {
  const speaking = synthesizer.open({ ...voice, signal: question.signal })
  const fed = feed(synthesizer, speaking, answer(question)).finally(() => speaking.flush())
  // It is awaited only after the sound.
  fed.catch(() => {})
  yield* speaking.audio
  await fed
}

/** Gives a service the words of an answer as they come. */
async function feed(
  { takesFragments }: Pick<Synthesizer, 'takesFragments'>,
  speaking: Speaking,
  words: AsyncIterable<string>,
): Promise<void> {
  const sentences = createSentences()
  for await (const text of words)
    for (const piece of takesFragments ? [text] : sentences.push(text)) speaking.say(piece)
  for (const rest of sentences.end()) speaking.say(rest)
}

interface Listening extends Pick<Options, 'tell' | 'log'> {
  readonly happen: (event: Happening) => void
}

/** Passes on what a service hears. */
async function listenTo({ events }: Hearing, { happen, tell, log }: Listening): Promise<void> {
  for await (const event of events) {
    if (event.kind === 'failed') {
      log.warn({ fault: event.fault }, 'what a caller said could not be recognised')
      happen({ kind: 'text', text: '', isFinal: true })
    } else if (event.kind === 'end-of-turn') happen({ kind: 'end-of-turn' })
    else if (event.kind !== 'speech') {
      const { text, kind } = event
      const final = kind === 'final'
      if (text !== '') tell({ type: 'said', speaker: 'visitor', text, final })
      happen({ kind: 'text', text, isFinal: final })
    }
  }
}
