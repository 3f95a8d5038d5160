import type { SpeechNeeds, SpeechService } from '../service.ts'
import type { SpeakOptions, Synthesizer } from '../speak.ts'
import { speakOverLine } from './speaking.ts'

interface SynthesizerOptions extends SpeechService {
  readonly model: string
}

/** Rate of the sound that is asked for, samples a second. */
const RATE = 24_000

/** Seconds for which the service waits for more text: a tool may take its time. */
const PATIENCE = '180'

/** Speeds that the service knows. */
const SPEEDS = { min: 0.7, max: 1.2 } as const

/** `stream-input` of ElevenLabs and of servers that speak its API: text as it is written, and sound with times. */
export function createElevenLabsSynthesizer(
  context: SpeechNeeds,
  { model, ...service }: SynthesizerOptions,
): Synthesizer {
  return {
    takesFragments: true,
    open: (options) =>
      speakOverLine(context, service, {
        path: pathOf(model, options.voice),
        settings: settingsOf(options),
        rate: RATE,
        signal: options.signal,
      }),
  }
}

function pathOf(model: string, voice: string): string {
  const query = new URLSearchParams({
    model_id: model,
    output_format: `pcm_${RATE}`,
    auto_mode: 'true',
    inactivity_timeout: PATIENCE,
  })
  return `/v1/text-to-speech/${encodeURIComponent(voice)}/stream-input?${query}`
}

const settingsOf = ({ stability, similarity, speed }: SpeakOptions) => ({
  stability: clamped(stability, 0, 1),
  similarity_boost: clamped(similarity, 0, 1),
  speed: clamped(speed, SPEEDS.min, SPEEDS.max),
})

const clamped = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max)
