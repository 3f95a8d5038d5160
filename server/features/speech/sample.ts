import { wavFile } from '../../media/wav.ts'
import type { Sound, Synthesizer } from '../../providers/speech/speak.ts'
import sentences from './sample-sentences.json' with { type: 'json' }

/** Options of a sample. */
interface SampleOptions {
  readonly voice: string
  readonly language: string
  readonly signal: AbortSignal
}

/** Audio of one sentence, at one sample rate. */
export interface Sample extends Sound {
  /** Latency from the request to the first audio, ms. */
  readonly firstSoundMs: number
}

/** Maximum length of a sample, seconds: longer audio cannot be the sentence requested. */
const MAX_SECONDS = 20

/** The sample sentence of a language; English if there is none. */
export const sentenceOf = (language: string): string =>
  (sentences as Readonly<Record<string, string>>)[language] ?? sentences.en

/**
 * Speaks a short sentence with a voice; undefined if there is no audio.
 * @throws SpeechError
 */
export async function sampleOf(
  { now }: { readonly now: () => Date },
  synthesizer: Synthesizer,
  { voice, language, signal }: SampleOptions,
): Promise<Sample | undefined> {
  const startedAt = now().getTime()
  const speaking = synthesizer.open({
    voice,
    language,
    speed: 1,
    stability: 0.7,
    similarity: 0.5,
    signal,
  })
  speaking.say(sentenceOf(language))
  speaking.flush()
  const parts: Int16Array[] = []
  let first: { readonly rate: number; readonly firstSoundMs: number } | undefined
  let samples = 0
  for await (const { pcm, rate } of speaking.audio) {
    first ??= { rate, firstSoundMs: now().getTime() - startedAt }
    parts.push(pcm)
    samples += pcm.length
    if (samples > MAX_SECONDS * rate) break
  }
  if (!first) return undefined
  const pcm = new Int16Array(samples)
  let at = 0
  for (const part of parts) {
    pcm.set(part, at)
    at += part.length
  }
  return { ...first, pcm }
}

/** Encodes a sample as a WAV file. */
export const wavOf = ({ pcm, rate }: Sound): Buffer =>
  Buffer.from(wavFile({ encoding: 'pcm16', rate, channels: 1 }, [pcm]))
