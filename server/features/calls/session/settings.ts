import { type Ambience, createAmbience } from '../../../media/mix.ts'
import type { Rate } from '../../../media/rates.ts'
import { endpointWindow, interruptWindow } from '../../../media/sensitivity.ts'
import type { AssistantRow } from '../../assistants/row.ts'

/** Settings of a live call as the turn machine needs them. Times are ms. */
export interface TurnSettings {
  /** Silence that ends a turn of the customer. */
  readonly endpointMs: number
  /** The words decide as well: a finished sentence ends a turn sooner, half of one later. */
  readonly endsByWords: boolean
  /** Voice of the customer that makes the assistant fall silent, while it may be interrupted. */
  readonly interruptMs: number
  readonly canBeInterrupted: boolean
  /** Words that confirm an interruption; 0 for any. */
  readonly interruptWords: number
  readonly saysFillers: boolean
  /** Silence after which the assistant speaks up again. */
  readonly reengageMs: number
  /** Silence after which it hangs up, and the same before the customer has said anything. */
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

/** The settings of an assistant for one call, which may last so long, s. */
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

/** The sound of a place behind all that an assistant says; undefined for none. */
export function ambienceOf(
  { ambient_sound: kind, ambient_sound_volume: volume }: Place,
  rate: Rate,
): Ambience | undefined {
  return kind === 'off' || volume === 0 ? undefined : createAmbience(kind, volume, rate)
}
