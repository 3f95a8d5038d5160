import type { SpeechNeeds, SpeechService } from '../service.ts'
import type { SpeakOptions, Synthesizer } from '../speak.ts'
import { speakOverLine } from './speaking.ts'

interface SynthesizerOptions extends SpeechService {
  readonly model: string
}

/** Sample rate to request, Hz. */
const RATE = 24_000

/** Time the service waits for more text, s: a tool call may take a while. */
const INACTIVITY_TIMEOUT_S = '180'

/** Range of speeds supported by the service. */
const SPEEDS = { min: 0.7, max: 1.2 } as const

/** `stream-input` of ElevenLabs and compatible servers: takes text as it is written, returns audio with timestamps. */
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
    inactivity_timeout: INACTIVITY_TIMEOUT_S,
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
