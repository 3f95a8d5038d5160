import type { VoiceState } from '#contracts/voice-socket.ts'
import type { TurnSettings } from './settings.ts'

/** The assistant says something: an answer to a thought, as an utterance of its own. */
interface Speech {
  readonly thought: number
  readonly utterance: number
  /** The last words of the call, which ends once they have been heard. */
  readonly isLast: boolean
  /** Beginning of the customer's voice in between, ms. */
  readonly voiceSince?: number | undefined
}

/** Phase of a call: who has the word. */
export type Phase =
  /** Nobody speaks. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'hearing' }
  /** The customer has fallen silent; the turn ends at `until`. */
  | { readonly kind: 'settling'; readonly until: number }
  /** The turn has ended, and its final text is still to come. */
  | { readonly kind: 'awaiting-text'; readonly until: number }
  | { readonly kind: 'thinking'; readonly thought: number; readonly fillerAt?: number | undefined }
  | ({ readonly kind: 'speaking' } & Speech)
  /** The assistant has fallen silent because the customer spoke: an interruption, or a cough? */
  | ({ readonly kind: 'held'; readonly until: number } & Speech)
  | { readonly kind: 'over' }

/** One kind of phase. */
export type PhaseOf<kind extends Phase['kind']> = Extract<Phase, { kind: kind }>

/** State of the turns of one call. Times are ms since it was answered. */
export interface TurnState {
  readonly phase: Phase
  readonly isVoiceOn: boolean
  /** Text of the customer that is not answered yet: what is final, and what follows it so far. */
  readonly said: string
  readonly partial: string
  /** True unless a final text is still to come. */
  readonly isTextFinal: boolean
  /** Number of the next thought. */
  readonly thoughts: number
  readonly hasHeardCustomer: boolean
  /** Since when nobody has made a sound. */
  readonly silentSince: number
  /** The same without the time in which the assistant has asked whether somebody is there. */
  readonly quietSince: number
  /** Length of the silence before it asked, while it does. */
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

/** The customer has fallen silent, and may still go on. */
export const isTurnOpen = (kind: Phase['kind']): kind is 'settling' | 'awaiting-text' =>
  kind === 'settling' || kind === 'awaiting-text'

/** A phase as others see it: they need not know that a turn may be over. */
export const shownAs = (kind: Exclude<Phase['kind'], 'over'>): VoiceState =>
  isTurnOpen(kind) ? 'hearing' : kind

/** A state in which nobody has been silent for any time, and nothing is to be answered. */
export function atRest(state: TurnState, at: number, isVoiceOn: boolean): TurnState {
  const isTextFinal = !isVoiceOn
  const phase = { kind: isVoiceOn ? 'hearing' : 'listening' } as const
  const silence = { silentSince: at, quietSince: at, quietFor: 0 }
  return { ...state, ...silence, phase, isVoiceOn, said: '', partial: '', isTextFinal }
}

/** The model is told so long before the longest duration is reached, ms. */
const WARNING_MS = 10_000

/** Time of the warning that the longest duration is near. */
export const warningAt = ({ longestMs }: TurnSettings): number => longestMs - WARNING_MS

/** Time at which a silence ends the call. */
export const hangUpAt = (
  { quietSince, hasHeardCustomer }: TurnState,
  { silenceMs, initialSilenceMs }: TurnSettings,
): number => quietSince + (hasHeardCustomer ? silenceMs : initialSilenceMs)

/** Time of the next `tick`, ms since the call was answered; undefined when the call is over. */
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
