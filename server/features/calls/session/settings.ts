import { type Ambience, createAmbience } from '../../../media/mix.ts'
import type { Rate } from '../../../media/rates.ts'
import { endpointWindow, interruptWindow } from '../../../media/sensitivity.ts'
import type { AssistantRow } from '../../assistants/row.ts'

/** Turn-taking settings of a live call. Times are ms. */
export interface TurnSettings {
  /** Silence that ends the customer's turn. */
  readonly endpointMs: number
  /** Takes the words into account: a complete sentence ends a turn sooner, an incomplete one later. */
  readonly endsByWords: boolean
  /** Duration of customer speech that interrupts the assistant, if it can be interrupted. */
  readonly interruptMs: number
  readonly canBeInterrupted: boolean
  /** Words required to confirm an interruption; 0 for any speech. */
  readonly interruptWords: number
  readonly saysFillers: boolean
  /** Silence after which the assistant re-engages the customer. */
  readonly reengageMs: number
  /** Silence after which it hangs up, in general and before the customer's first words. */
  readonly silenceMs: number
  readonly initialSilenceMs: number
  readonly longestMs: number
}

type Fields = Pick<
  AssistantRow,
  | 'endpoint_type'
  | 'endpoint_sensitivity'
  | 'interrupt_sensitivity'
  | 'allow_interruptions'
  | 'min_interrupt_words'
  | 'fillers'
  | 'reengagement_interval'
  | 'max_silence_duration'
  | 'max_initial_silence_duration'
>

/** An assistant's settings for a call with the given maximum duration, s. */
export function turnSettings(assistant: Fields, maxDuration: number): TurnSettings {
  const silence = assistant.max_silence_duration
  return {
    endpointMs: endpointWindow(assistant.endpoint_sensitivity),
    endsByWords: assistant.endpoint_type === 'ai',
    interruptMs: interruptWindow(assistant.interrupt_sensitivity),
    canBeInterrupted: assistant.allow_interruptions === 1,
    interruptWords: assistant.min_interrupt_words,
    saysFillers: assistant.fillers === 1,
    reengageMs: assistant.reengagement_interval * 1000,
    silenceMs: silence * 1000,
    initialSilenceMs: (assistant.max_initial_silence_duration ?? silence) * 1000,
    longestMs: maxDuration * 1000,
  }
}

type Place = Pick<AssistantRow, 'ambient_sound' | 'ambient_sound_volume'>

/** Ambient sound behind the assistant; undefined for none. */
export function ambienceOf(
  { ambient_sound: kind, ambient_sound_volume: volume }: Place,
  rate: Rate,
): Ambience | undefined {
  return kind === 'off' || volume === 0 ? undefined : createAmbience(kind, volume, rate)
}
