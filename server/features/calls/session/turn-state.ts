import type { VoiceState } from '#contracts/voice-socket.ts'
import type { TurnSettings } from './settings.ts'

/** The assistant is speaking: the answer to a thought, as an utterance. */
interface Speech {
  readonly thought: number
  readonly utterance: number
  /** The call ends once this utterance has been heard. */
  readonly isLast: boolean
  /** Start of customer speech in between, ms. */
  readonly voiceSince?: number | undefined
}

/** Phase of a call: whose turn it is. */
export type Phase =
  /** Nobody is speaking. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'hearing' }
  /** The customer stopped speaking; the turn ends at `until`. */
  | { readonly kind: 'settling'; readonly until: number }
  /** The turn ended, but its final transcript is pending. */
  | { readonly kind: 'awaiting-text'; readonly until: number }
  | { readonly kind: 'thinking'; readonly thought: number; readonly fillerAt?: number | undefined }
  | ({ readonly kind: 'speaking' } & Speech)
  /** The assistant paused because the customer made a sound: an interruption or a cough. */
  | ({ readonly kind: 'held'; readonly until: number } & Speech)
  | { readonly kind: 'over' }

/** One kind of phase. */
export type PhaseOf<kind extends Phase['kind']> = Extract<Phase, { kind: kind }>

/** Turn-taking state of a call. Times are ms since it was answered. */
export interface TurnState {
  readonly phase: Phase
  readonly isVoiceOn: boolean
  /** The customer's unanswered words: the final part and the preliminary rest. */
  readonly said: string
  readonly partial: string
  /** False while a final transcript is pending. */
  readonly isTextFinal: boolean
  /** Number of the next thought. */
  readonly thoughts: number
  readonly hasHeardCustomer: boolean
  /** Start of the current silence. */
  readonly silentSince: number
  /** Start of the silence, not counting the assistant's re-engagement. */
  readonly quietSince: number
  /** Length of the silence before re-engagement, while it is in progress. */
  readonly quietFor: number
  readonly isWarned: boolean
}

/** State of a call before it is answered. */
export const beforeCall: TurnState = {
  phase: { kind: 'listening' },
  isVoiceOn: false,
  said: '',
  partial: '',
  isTextFinal: true,
  thoughts: 1,
  hasHeardCustomer: false,
  silentSince: 0,
  quietSince: 0,
  quietFor: 0,
  isWarned: false,
}

/** The customer paused and may continue. */
export const isTurnOpen = (kind: Phase['kind']): kind is 'settling' | 'awaiting-text' =>
  kind === 'settling' || kind === 'awaiting-text'

/** Public name of a phase: whether a turn may be over is internal. */
export const shownAs = (kind: Exclude<Phase['kind'], 'over'>): VoiceState =>
  isTurnOpen(kind) ? 'hearing' : kind

/** A state with a fresh silence and nothing to answer. */
export function atRest(state: TurnState, at: number, isVoiceOn: boolean): TurnState {
  const isTextFinal = !isVoiceOn
  const phase = { kind: isVoiceOn ? 'hearing' : 'listening' } as const
  const silence = { silentSince: at, quietSince: at, quietFor: 0 }
  return { ...state, ...silence, phase, isVoiceOn, said: '', partial: '', isTextFinal }
}

/** Lead time of the warning before the maximum duration, ms. */
const WARNING_MS = 10_000

/** Time of the warning before the maximum duration. */
export const warningAt = ({ longestMs }: TurnSettings): number => longestMs - WARNING_MS

/** Time at which a silence ends the call. */
export const hangUpAt = (
  { quietSince, hasHeardCustomer }: TurnState,
  { silenceMs, initialSilenceMs }: TurnSettings,
): number => quietSince + (hasHeardCustomer ? silenceMs : initialSilenceMs)

/** Time of the next `tick`, ms since the call was answered; undefined once it is over. */
export function wakeAt(state: TurnState, settings: TurnSettings): number | undefined {
  const { phase, isWarned } = state
  if (phase.kind === 'over') return undefined
  const end = isWarned ? settings.longestMs : warningAt(settings)
  return Math.min(end, ...dueTimes(state, settings))
}

function dueTimes(state: TurnState, settings: TurnSettings): number[] {
  const { phase } = state
  const { interruptMs, reengageMs } = settings
  switch (phase.kind) {
    case 'listening':
      return [hangUpAt(state, settings), state.silentSince + reengageMs]
    case 'settling':
    case 'awaiting-text':
      return [phase.until]
    case 'thinking':
      return phase.fillerAt === undefined ? [] : [phase.fillerAt]
    case 'speaking':
      return phase.voiceSince === undefined ? [] : [phase.voiceSince + interruptMs]
    case 'held':
      return [
        phase.until,
        ...(phase.voiceSince === undefined ? [] : [phase.voiceSince + 2 * interruptMs]),
      ]
    default:
      return []
  }
}
