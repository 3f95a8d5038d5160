import type { TurnSettings } from './settings.ts'
import type { ThoughtCause, TurnEffect, TurnEvent } from './turn-events.ts'
import { hangUpAt, type Phase, type PhaseOf, type TurnState, warningAt } from './turn-state.ts'

/** A state and the effects of entering it. */
export interface Step {
  readonly state: TurnState
  readonly effects: readonly TurnEffect[]
}

type EventOf<kind extends TurnEvent['kind']> = Extract<TurnEvent, { kind: kind }>

/** Timeouts for a final transcript, for the words of an interruption, and for audio before a filler, ms. */
const TEXT_MS = 5000
const CONFIRM_MS = 1500
const FILLER_MS = 800
/** Silence after a complete and after an incomplete sentence, if words are taken into account, ms. */
const WHOLE_MS = 250
const UNFINISHED_MS = 1200

/**
 * Turn-taking as a reducer: the next state and its effects. Pure: events carry the time, and
 * the runner sends a `tick` at `wakeAt`.
 */
export function turn(before: TurnState, event: TurnEvent, settings: TurnSettings): Step {
  if (before.phase.kind === 'over') return to(before, before.phase)
  const state = event.kind === 'voice' ? withVoice(before, event.isOn) : before
  if (event.kind === 'hung-up') return over(state)
  if (event.at >= settings.longestMs) return over(state, { kind: 'hang-up', by: 'limit' })
  const step = stepAfter(state, event, settings)
  const isDue = event.at >= warningAt(settings) && step.state.phase.kind !== 'over'
  if (!isDue || step.state.isWarned) return step
  const isWarned = true
  return { state: { ...step.state, isWarned }, effects: [...step.effects, { kind: 'warn-of-end' }] }
}

/** After any speech a transcript is expected. */
const withVoice = (state: TurnState, isVoiceOn: boolean): TurnState =>
  isVoiceOn ? { ...state, isVoiceOn, isTextFinal: false, quietFor: 0 } : { ...state, isVoiceOn }

function stepAfter(state: TurnState, event: TurnEvent, settings: TurnSettings): Step {
  switch (event.kind) {
    case 'answered':
      return event.hasOpening
        ? think(state, { kind: 'greeting' }, event.at, settings)
        : listen(state, event.at)
    case 'voice':
      return event.isOn
        ? onVoiceStart(state, event.at)
        : onVoiceEnd(state, event.at - (event.silentMs ?? 0), settings)
    case 'text':
      return onText(state, event, settings)
    case 'end-of-turn':
      return state.phase.kind === 'hearing' || state.phase.kind === 'settling'
        ? endTurn(state, event.at, settings)
        : to(state, state.phase)
    case 'digit':
      // A key press shows that the customer is present.
      return state.phase.kind === 'listening'
        ? listen(state, event.at)
        : interrupt(state, event.at, settings)
    case 'sound':
      return onSoundStart(state, event)
    case 'last':
      return lastWords(state, event)
    case 'nothing':
      return isThinking(state, event.thought) ? listen(state, event.at) : to(state, state.phase)
    case 'heard':
      return onAllHeard(state, event, settings)
    default:
      return onTick(state, event.at, settings)
  }
}

function onVoiceStart(state: TurnState, at: number): Step {
  const { phase } = state
  switch (phase.kind) {
    case 'listening':
    case 'settling':
    case 'awaiting-text':
      return to(state, { kind: 'hearing' })
    case 'thinking':
      // They continue: both parts are answered together.
      return to(state, { kind: 'hearing' }, { kind: 'abort-thinking', thought: phase.thought })
    case 'speaking':
    case 'held':
      return to(state, { ...phase, voiceSince: phase.voiceSince ?? at })
    default:
      return to(state, phase)
  }
}

/** The silence began at `at`, ms. */
function onVoiceEnd(state: TurnState, at: number, settings: TurnSettings): Step {
  const { phase } = state
  switch (phase.kind) {
    case 'hearing':
      return to(state, settling(state, at, settings), { kind: 'finish-listening' })
    case 'speaking':
    case 'held':
      return to(state, { ...phase, voiceSince: undefined }, { kind: 'finish-listening' })
    default:
      return to(state, phase)
  }
}

function settling(state: TurnState, at: number, settings: TurnSettings): Phase {
  return { kind: 'settling', until: at + windowAfter(state, settings) }
}

/** Silence that ends the turn, given the words so far, ms. */
function windowAfter(state: TurnState, { endsByWords, endpointMs }: TurnSettings): number {
  if (!endsByWords) return endpointMs
  const text = textOf(state)
  if (/[.!?。？！…]$/u.test(text)) return WHOLE_MS
  return /[,;:–-]$/u.test(text) ? UNFINISHED_MS : endpointMs
}

function onText(state: TurnState, event: EventOf<'text'>, settings: TurnSettings): Step {
  const { phase } = state
  // Speech over an assistant that cannot be interrupted is ignored.
  if (phase.kind === 'speaking' && !settings.canBeInterrupted) return to(state, phase)
  const next = withText(state, event)
  switch (phase.kind) {
    case 'listening':
      return textOf(next) === '' ? to(next, phase) : to(next, settling(next, event.at, settings))
    case 'awaiting-text':
      return event.isFinal ? endTurn(next, event.at, settings) : to(next, phase)
    case 'held':
      return isInterruption(next, settings) ? interrupt(next, event.at, settings) : to(next, phase)
    default:
      return to(next, phase)
  }
}

function withText(state: TurnState, { text, isFinal }: EventOf<'text'>): TurnState {
  if (!isFinal) return { ...state, partial: text, isTextFinal: false }
  return { ...state, said: joined(state.said, text), partial: '', isTextFinal: !state.isVoiceOn }
}

const textOf = ({ said, partial }: TurnState): string => joined(said, partial)

const joined = (text: string, more: string): string => `${text} ${more}`.trim()

function isInterruption(state: TurnState, { interruptWords }: TurnSettings): boolean {
  const words = textOf(state).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length >= Math.max(1, interruptWords)
}

/** Ends the customer's turn: the assistant thinks once the transcript is final. */
function endTurn(state: TurnState, at: number, settings: TurnSettings): Step {
  const { phase, isTextFinal } = state
  if (!isTextFinal && phase.kind !== 'awaiting-text') {
    return to(state, { kind: 'awaiting-text', until: at + TEXT_MS })
  }
  const heard = textOf(state)
  if (heard === '') return listen({ ...state, isTextFinal: true }, at)
  const known = { ...state, hasHeardCustomer: true, isTextFinal: true }
  return think(known, { kind: 'reply', heard }, at, settings)
}

function think(state: TurnState, cause: ThoughtCause, at: number, settings: TurnSettings): Step {
  const thought = state.thoughts
  const fillerAt = settings.saysFillers && cause.kind === 'reply' ? at + FILLER_MS : undefined
  const quietFor = cause.kind === 're-engagement' ? at - state.quietSince : 0
  const next = { ...state, thoughts: thought + 1, quietFor }
  const effect: TurnEffect = { kind: 'think', thought, cause }
  return to(next, { kind: 'thinking', thought, fillerAt }, effect)
}

const isThinking = ({ phase }: TurnState, thought: number): boolean =>
  phase.kind === 'thinking' && phase.thought === thought

function onSoundStart(state: TurnState, event: EventOf<'sound'>): Step {
  const { thought, utterance } = event
  // The customer has continued: this answer is outdated.
  if (!isThinking(state, thought)) return to(state, state.phase, { kind: 'clear', utterance })
  const speech = { thought, utterance, isLast: false, voiceSince: undefined }
  return to(answered(state), { kind: 'speaking', ...speech })
}

function lastWords(state: TurnState, { utterance }: EventOf<'last'>): Step {
  const { phase } = state
  const isOurs = phase.kind === 'speaking' || phase.kind === 'held'
  return to(state, isOurs && phase.utterance === utterance ? { ...phase, isLast: true } : phase)
}

const answered = (state: TurnState): TurnState => ({
  ...state,
  said: '',
  partial: '',
  isTextFinal: !state.isVoiceOn,
})

function onAllHeard(state: TurnState, event: EventOf<'heard'>, settings: TurnSettings): Step {
  const { phase } = state
  const { utterance, at } = event
  const isOurs = phase.kind === 'speaking' || phase.kind === 'held'
  if (!isOurs || phase.utterance !== utterance) return to(state, phase)
  if (phase.isLast) return to(state, { kind: 'over' }, { kind: 'hang-up', by: 'assistant' })
  // Words that did not interrupt are answered nevertheless.
  const isAnswerDue = textOf(state) !== '' && !state.isVoiceOn
  return isAnswerDue ? to(state, settling(state, at, settings)) : listen(state, at)
}

/** Returns to listening, or to hearing if the customer is speaking. */
function listen(state: TurnState, at: number): Step {
  const next = { ...state, silentSince: at, quietSince: at - state.quietFor, quietFor: 0 }
  return to(next, { kind: state.isVoiceOn ? 'hearing' : 'listening' })
}

/** Stops the assistant; it is the customer's turn. */
function interrupt(state: TurnState, at: number, settings: TurnSettings): Step {
  const { phase } = state
  if (phase.kind !== 'speaking' && phase.kind !== 'held') return to(state, phase)
  const { utterance, thought } = phase
  const next: Phase = state.isVoiceOn ? { kind: 'hearing' } : settling(state, at, settings)
  return to(state, next, { kind: 'clear', utterance }, { kind: 'abort-thinking', thought })
}

function onTick(state: TurnState, at: number, settings: TurnSettings): Step {
  const { phase } = state
  switch (phase.kind) {
    case 'listening':
      return silence(state, at, settings)
    case 'settling':
    case 'awaiting-text':
      return at < phase.until ? to(state, phase) : endTurn(state, at, settings)
    case 'thinking':
      return filler(state, phase, at)
    case 'speaking':
      return hold(state, phase, at, settings)
    case 'held':
      return decide(state, phase, at, settings)
    default:
      return to(state, phase)
  }
}

function silence(state: TurnState, at: number, settings: TurnSettings): Step {
  if (at >= hangUpAt(state, settings)) {
    return to(state, { kind: 'over' }, { kind: 'hang-up', by: 'assistant' })
  }
  return at < state.silentSince + settings.reengageMs
    ? to(state, state.phase)
    : think(state, { kind: 're-engagement' }, at, settings)
}

function filler(state: TurnState, phase: PhaseOf<'thinking'>, at: number): Step {
  const { thought, fillerAt } = phase
  if (fillerAt === undefined || at < fillerAt) return to(state, phase)
  return to(state, { ...phase, fillerAt: undefined }, { kind: 'say-filler', thought })
}

/** Sustained speech pauses the assistant. */
function hold(
  state: TurnState,
  phase: PhaseOf<'speaking'>,
  at: number,
  settings: TurnSettings,
): Step {
  const { voiceSince, utterance } = phase
  const { interruptMs, canBeInterrupted } = settings
  if (voiceSince === undefined || at < voiceSince + interruptMs) return to(state, phase)
  if (!canBeInterrupted) return to(state, { ...phase, voiceSince: undefined })
  if (isInterruption(state, settings)) return interrupt(state, at, settings)
  const held: Phase = { ...phase, kind: 'held', until: at + CONFIRM_MS }
  return to(state, held, { kind: 'pause', utterance })
}

/** Continued speech is an interruption if no words are required; speech without words in time was a cough. */
function decide(
  state: TurnState,
  phase: PhaseOf<'held'>,
  at: number,
  settings: TurnSettings,
): Step {
  const { voiceSince, utterance, thought, isLast, until } = phase
  const isLong = voiceSince !== undefined && at >= voiceSince + 2 * settings.interruptMs
  if (isLong && settings.interruptWords === 0) return interrupt(state, at, settings)
  if (at < until) return to(state, isLong ? { ...phase, voiceSince: undefined } : phase)
  const speaking: Phase = { kind: 'speaking', utterance, thought, isLast, voiceSince: undefined }
  return to(answered(state), speaking, { kind: 'resume', utterance })
}

/** Ends the call; unheard words of the assistant were never said. */
function over(state: TurnState, ...effects: TurnEffect[]): Step {
  const { phase } = state
  const silenced: TurnEffect[] = []
  if ('utterance' in phase) silenced.push({ kind: 'clear', utterance: phase.utterance })
  if ('thought' in phase) silenced.push({ kind: 'abort-thinking', thought: phase.thought })
  return to(state, { kind: 'over' }, ...silenced, ...effects)
}

const to = (state: TurnState, phase: Phase, ...effects: TurnEffect[]): Step => ({
  state: { ...state, phase },
  effects,
})
